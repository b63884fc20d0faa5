package io.fabrictwin.ingest.parse.torch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists of ranks, which PyTorch writes as arrays or as the text of one. */
final class Ranks {
    private static final Pattern RANK = Pattern.compile("\\d{1,9}");

    private Ranks() {}

    /** The members that a process group tells, in its order; none where it tells none. */
    static List<Integer> of(JsonNode group) {
        JsonNode ranks = group.isObject() ? group.path("ranks") : group;
        List<Integer> members = new ArrayList<>();
        if (ranks.isArray()) {
            for (JsonNode rank : ranks) {
                if (rank.isInt() && rank.intValue() >= 0) {
                    members.add(rank.intValue());
                }
            }
            return members;
        }
        Matcher rank = RANK.matcher(ranks.asText(""));
        while (rank.find()) {
            members.add(Integer.valueOf(rank.group()));
        }
        return members;
    }
}
