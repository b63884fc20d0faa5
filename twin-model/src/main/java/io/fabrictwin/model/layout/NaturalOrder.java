package io.fabrictwin.model.layout;

import io.fabrictwin.model.id.DeviceId;
import java.util.Comparator;

/** Orders names as people do: h2 before h10. */
final class NaturalOrder {
    static final Comparator<DeviceId> OF_DEVICES =
            Comparator.comparing(DeviceId::value, NaturalOrder::compare).thenComparing(Comparator.naturalOrder());

    private NaturalOrder() {}

    private static int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int digitsA = digits(a, i);
            int digitsB = digits(b, j);
            int order;
            if (digitsA > 0 && digitsB > 0) {
                order = compareNumbers(a.substring(i, i + digitsA), b.substring(j, j + digitsB));
                i += digitsA;
                j += digitsB;
            } else {
                order = Character.compare(a.charAt(i), b.charAt(j));
                i++;
                j++;
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.length() - i, b.length() - j);
    }

    private static int digits(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end - from;
    }

    /** By value, whatever the length: names hold numbers that no long can. */
    private static int compareNumbers(String a, String b) {
        String significantA = a.replaceFirst("^0+", "");
        String significantB = b.replaceFirst("^0+", "");
        int order = Integer.compare(significantA.length(), significantB.length());
        return order != 0 ? order : significantA.compareTo(significantB);
    }
}
