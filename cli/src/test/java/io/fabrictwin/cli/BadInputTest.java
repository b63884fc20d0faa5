package io.fabrictwin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.cli.embedded.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person does wrong costs one line that says what to do, and an exit code; never a stack trace. */
class BadInputTest {
    @TempDir
    private Path temporary;

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(temporary.resolve(name), bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "events, no record in it, no JSON, NUL byte",
        "ibnetdiscover, no record in it, neither a node, NUL byte",
        "nccl-log, no record in it, nothing in it is of the format, NUL byte",
        "prometheus, no record in it, no sample, NUL byte",
        "sonic-config-db, the input is empty, the JSON breaks here, nothing in it was understood",
        "lab-recording, is read from a folder, is read from a folder, is read from a folder",
    })
    void filesThatGiveNothing(String format, String ofEmpty, String ofTruncated, String ofJunk) throws IOException {
        byte[] junk = new byte[2_000];
        new Random(20_261_129).nextBytes(junk);
        junk[10] = 0;
        junk[0] = 'x';
        Path missing = temporary.resolve("missing");
        refuseFile(format, missing, "no such file");
        refuseFile(format, write("empty", new byte[0]), ofEmpty);
        refuseFile(format, write("truncated", "{\"type\":\"QueueObs".getBytes(UTF_8)), ofTruncated);
        refuseFile(format, write("junk", junk), ofJunk);
    }

    private static void refuseFile(String format, Path file, String reason) {
        Run run = Run.refused(ExitCodes.BAD_DATA, reason, "ingest", format, file.toString(), "--dry-run", "-o", "json");
        assertThat(run.err()).startsWith(file.toString());
        assertThat(run.json()).hasSize(1);
        assertThat(run.json().get(0).get("reason").textValue()).contains(reason);
    }

    @Test
    void instancesThatOthersCannotReachOrKeepCopiesOf() {
        String data = temporary.resolve("data").toString();
        for (String nowhere : new String[] {"twin-a", "twin-a:", "http://twin-a:8280", "twin-a:123456", "twin a:1"}) {
            Run.refused(
                    ExitCodes.WRONG_USAGE,
                    "--advertise " + nowhere + " is not possible: give host and port, as in twin-a:8280",
                    "up",
                    "--advertise",
                    nowhere,
                    "--data",
                    data);
        }
        for (String standbys : new String[] {"-1", "10"}) {
            Run.refused(
                    ExitCodes.WRONG_USAGE,
                    "--standbys " + standbys + " is not possible: give a number from 0 to 9",
                    "up",
                    "--standbys=" + standbys,
                    "--data",
                    data);
        }
        for (String threads : new String[] {"0", "65"}) {
            Run.refused(
                    ExitCodes.WRONG_USAGE,
                    "--threads " + threads + " is not possible: give a number from 1 to 64",
                    "up",
                    "--threads=" + threads,
                    "--data",
                    data);
        }
    }

    @Test
    void aFolderWhereAFileIsMeantAndHalfOfAnArchive() throws IOException {
        refuseFile("events", Files.createDirectory(temporary.resolve("folder")), "folder");
        Path whole = temporary.resolve("whole.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            out.write("not an event\n".repeat(1_000).getBytes(UTF_8));
        }
        byte[] bytes = Files.readAllBytes(whole);
        refuseFile("events", write("half.gz", Arrays.copyOf(bytes, bytes.length / 2)), "cut off or damaged");
    }

    @Test
    void oneBadFileDoesNotStopTheOthers() throws IOException {
        Path good = Path.of("src", "test", "resources", "events", "five-classes.jsonl");
        Run run = Run.refused(
                ExitCodes.BAD_DATA,
                "no such file",
                "ingest",
                "events",
                temporary.resolve("missing").toString(),
                good.toString(),
                "--dry-run",
                "-o",
                "json");
        assertThat(run.json()).hasSize(2);
        assertThat(run.json().get(1).get("accepted").intValue()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ingest | name a format (or auto) and files; the formats are: ",
                "ingest events | name at least one file",
                "ingest nope x | format 'nope' is unknown; the formats are: ",
                "ingest events x --at yesterday | time 'yesterday' cannot be read; write ISO-8601",
                "ingest events x --at +99999999d --dry-run | time '+99999999d' cannot be read",
                "replay --from yesterday | time 'yesterday' cannot be read",
                "replay --from -1h --to -2h | --from -1h is after --to -2h",
                "replay --every 0s | --every 0s is no step",
                "replay --until LinkWentDown | name how far apart, such as --every 1s",
                "replay --every 1s --until LinkWentDow | there is no event type 'LinkWentDow'; did you mean 'LinkWentDown'?",
                "replay --every 1s --speed fast | --speed takes a factor such as 60x, or max, not 'fast'",
                "replay --every 1s -o csv | frames are told one a line, or with -o json; not with -o csv",
                "show | WHAT",
                "show bananas | expected one of [devices, ports, queues, links, jobs, windows, steps, clocks, findings, frame",
                "show frame -o xml | expected one of [table, json, csv, md]",
                "fork | name either scenario files, or --at TIME and --window DURATION",
                "fork --at 0 | --at TIME and --window DURATION go together",
                "fork --at noon --window 1s | time 'noon' cannot be read",
                "fork --at 0 --window soon | duration 'soon' cannot be read",
                "fork --at 0 --window 0s | --window 0s holds no work",
                "fork --at 1767225600 --window 99999999d | ends beyond all time",
                "up --port 99999 | '99999' is no port; ports are 0 to 65535",
                "up --port -1 | '-1' is no port",
                "demo --port http | 'http' is no port",
                "demo --seed one | --seed",
            })
    void wrongUsage(String arguments, String reason) {
        assertThat(Run.refused(ExitCodes.WRONG_USAGE, reason, arguments.split(" ", -1))
                        .out())
                .isEmpty();
    }

    @Test
    void aDataFolderThatCannotBeUsed() throws IOException {
        Path file = write("file", new byte[0]);
        refuseFolder(ExitCodes.UNREACHABLE, "it is not a folder; name another with --data", file);
        Path below = file.resolve("below");
        refuseFolder(ExitCodes.WRONG_USAGE, "there is no such data folder", below);
        Run.refused(ExitCodes.UNREACHABLE, "name another with --data", "up", "--port", "0", "--data", below.toString());

        // A verb that reads makes no folder.
        Path missing = temporary.resolve("missing");
        refuseFolder(ExitCodes.WRONG_USAGE, "there is no such data folder", missing);
        assertThat(missing).doesNotExist();

        Path old = Files.createDirectory(temporary.resolve("old"));
        Files.writeString(old.resolve("version"), "0\n");
        // Again and again: a refusal must not hold the folder.
        for (int time = 0; time < 2; time++) {
            refuseFolder(
                    ExitCodes.BAD_DATA, "has layout 0, this build reads layout 1; run the build that wrote it", old);
        }

        Path held = temporary.resolve("held");
        DataFolder holder = DataFolder.open(held);
        refuseFolder(ExitCodes.UNREACHABLE, "another process holds the data folder", held);
        holder.close();
    }

    @Test
    void tablesThatCannotBeWritten() throws IOException {
        Path file = write("file", new byte[0]);
        String data = Files.createDirectory(temporary.resolve("lab")).toString();

        Run.refused(
                ExitCodes.BAD_DATA,
                "cannot write the tables to " + file + ": it is not a folder",
                "export",
                "tables",
                file.toString(),
                "--data",
                data);
    }

    private static void refuseFolder(int exitCode, String reason, Path folder) {
        Run run = Run.refused(exitCode, reason, "show", "frame", "--data", folder.toString());
        assertThat(run.err()).contains(folder.toString());
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "show frame",
        "replay",
        "fork --at 0 --window 1s",
        "ingest events src/test/resources/events/five-classes.jsonl",
        "up --port 0",
    })
    void anAddressThatCanBeNoBroker(String verb) {
        for (String address : new String[] {"nowhere", "127.0.0.1:port", "no-such-host.invalid:9092"}) {
            assertThat(Run.refused(
                                    ExitCodes.UNREACHABLE,
                                    "there can be no broker at '" + address + "'; give its address as HOST:PORT",
                                    (verb + " --bootstrap " + address).split(" ", -1))
                            .out())
                    .isEmpty();
        }
    }
}
