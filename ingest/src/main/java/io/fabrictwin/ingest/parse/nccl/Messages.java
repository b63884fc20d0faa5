package io.fabrictwin.ingest.parse.nccl;

import io.fabrictwin.ingest.parse.LineRecord;
import io.fabrictwin.model.id.JobId;
import org.jspecify.annotations.Nullable;

/** Hands each message of the library to the reader of its kind. */
final class Messages {
    private final Library library;
    private final Members members;
    private final Nics nics;
    private final Channels channels;
    private final Trees trees;
    private final Launches launches;
    private final Tuning tuning;
    private final SystemGraph graph;
    private final Failures failures;

    Messages(JobId job) {
        JobState state = new JobState(job);
        library = new Library(state);
        members = new Members(state);
        nics = new Nics(state);
        channels = new Channels(state);
        trees = new Trees(state);
        launches = new Launches(state);
        tuning = new Tuning(state, launches);
        graph = new SystemGraph(state, channels);
        failures = new Failures(state);
    }

    void readVersions(String text, LineRecord line) {
        library.readVersions(text, line);
    }

    /** @param launchedOn host that a launcher names before the line; null: none */
    void read(Message told, @Nullable String launchedOn, LineRecord line) {
        Message message = told.host() == null && launchedOn != null ? told.on(launchedOn) : told;
        String text = message.text();
        if (text.startsWith("Channel ") && message.level() == Message.Level.INFO) {
            channels.read(message, line);
        } else if (Failures.isFailure(message)) {
            failures.read(message, line);
        } else if (Launches.isLaunch(text)) {
            launches.read(message, line);
        } else if (Tuning.isChoice(text)) {
            tuning.readChoice(message, line);
        } else if (text.startsWith("Trees ")) {
            trees.readList(message, line);
        } else if (text.startsWith("Tree ")) {
            trees.read(message, line);
        } else if (text.startsWith("Ring ")) {
            channels.readNeighbours(message, line);
        } else if (text.startsWith("NET/OFI")) {
            library.readPlugin(text, line);
        } else if (text.startsWith("NET/IB")) {
            nics.read(message, line);
        } else if (text.startsWith("Bootstrap") || text.startsWith("NET/Socket")) {
            nics.readInterfaces(message, line);
        } else if (text.startsWith("NCCL version") || text.startsWith("RCCL version")) {
            library.readVersions(text, line);
        } else if (Library.isSetting(text)) {
            library.readSetting(text, line);
        } else if (Members.isMember(text)) {
            members.read(message, line);
        } else if (Tuning.isTable(text)) {
            tuning.readTable(message, line);
        } else if (Failures.isEcho(text)) {
            line.unread("a frame that hands an error on");
        } else if (!library.readNetwork(text, line) && !graph.read(message, line)) {
            line.unread("another message of the library");
        }
    }
}
