package io.fabrictwin.model.gate;

import io.fabrictwin.model.scenario.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;

/** Reads one assertion. Words are divided by blanks; a name that has such stands in single quotes. */
final class AssertionParser {
    private static final java.util.regex.Pattern WORDS =
            java.util.regex.Pattern.compile("'([^']*)'|<=|>=|<|>|[^\\s<>']+");

    private final String text;
    private final List<String> words = new ArrayList<>();
    private int at;

    AssertionParser(String text) {
        this.text = text.strip();
        Matcher matcher = WORDS.matcher(text);
        while (matcher.find()) {
            String quoted = matcher.group(1);
            words.add(quoted == null ? matcher.group() : quoted);
        }
    }

    Assertion assertion() {
        return switch (word("an assertion")) {
            case "no" -> {
                expect("cannot-tell");
                end();
                yield Assertion.noCannotTell(text);
            }
            case "port" -> {
                Pattern ports = new Pattern(word("a port, or *"));
                PortQuantity quantity = quantity(PortQuantity.values(), PortQuantity::word);
                yield Assertion.ofPorts(text, ports, quantity, bound(quantity.dimension()));
            }
            case "job" -> ofJobs(new Pattern(word("a job, or *")));
            default -> {
                at = 0;
                yield ofJobs(Pattern.ANY);
            }
        };
    }

    private Assertion ofJobs(Pattern jobs) {
        if (at < words.size() && words.get(at).equals("verdict")) {
            at++;
            expect("is");
            boolean isAsked = !(at < words.size() && words.get(at).equals("not"));
            at += isAsked ? 0 : 1;
            return Assertion.verdict(text, jobs, verdict(), isAsked);
        }
        JobQuantity quantity = quantity(JobQuantity.values(), JobQuantity::word);
        return Assertion.ofJobs(text, jobs, quantity, bound(quantity.dimension()));
    }

    private Verdict verdict() {
        String rest = String.join(" ", words.subList(at, words.size())).replace('-', ' ');
        for (Verdict verdict : Verdict.values()) {
            if (verdict.words().equals(rest)) {
                return verdict;
            }
        }
        throw misfit(
                rest.isEmpty() ? "nothing" : "'" + rest + "'",
                "a verdict: "
                        + String.join(
                                ", ",
                                Arrays.stream(Verdict.values())
                                        .map(Verdict::words)
                                        .toList()));
    }

    private <Q> Q quantity(Q[] known, Function<Q, String> wordOf) {
        String list =
                "one of " + String.join(", ", Arrays.stream(known).map(wordOf).toList());
        String word = word(list);
        for (Q quantity : known) {
            if (wordOf.apply(quantity).equals(word)) {
                return quantity;
            }
        }
        throw misfit("'" + word + "'", list);
    }

    private Bound bound(Dimension dimension) {
        String word = word("<, <=, >, >=, grows or falls");
        Bound.Subject subject = Bound.Subject.of(word);
        String sign = subject == Bound.Subject.VALUE ? word : word("<, <=, > or >=");
        Bound.Operator operator = Bound.Operator.of(sign);
        if (operator == null) {
            throw misfit("'" + sign + "'", "<, <=, > or >=");
        }
        String limit = word("a limit") + String.join("", words.subList(at, words.size()));
        try {
            return new Bound(
                    subject, operator, (subject == Bound.Subject.VALUE ? dimension : Dimension.SHARE).read(limit));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "': " + e.getMessage(), e);
        }
    }

    private String word(String expected) {
        if (at == words.size()) {
            throw misfit("nothing", expected);
        }
        return words.get(at++);
    }

    private void expect(String expected) {
        String word = word("'" + expected + "'");
        if (!word.toLowerCase(Locale.ROOT).equals(expected)) {
            throw misfit("'" + word + "'", "'" + expected + "'");
        }
    }

    private void end() {
        if (at < words.size()) {
            throw misfit("'" + words.get(at) + "'", "the end");
        }
    }

    private IllegalArgumentException misfit(String found, String expected) {
        return new IllegalArgumentException("'" + text + "' has " + found + " where there must be " + expected);
    }
}
