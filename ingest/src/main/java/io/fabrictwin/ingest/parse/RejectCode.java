package io.fabrictwin.ingest.parse;

/** Why a record was not taken. */
public enum RejectCode {
    NOT_TEXT(
            "The record is not UTF-8 text or holds NUL bytes. Check that the file is of this format and came over whole."),
    TOO_LONG("The record is longer than any this format has. Check that the file is of this format."),
    TRUNCATED("The input ends in the middle of the record. Copy the file again once its writer is done."),
    MALFORMED("The record has not the form that the format prescribes. See the reason for what was expected."),
    UNKNOWN_FIELD(
            "The record has a field or setting that the format does not know. Check its spelling or the format's version."),
    MISSING_FIELD("A field that the record needs is not there."),
    BAD_VALUE("A field's value cannot be read as what it should be. See the reason for the field and its value."),
    OUT_OF_RANGE("A field's value is outside of what is possible. See the reason for the field and its value."),
    UNKNOWN_REFERENCE("The record speaks of something that the input has not introduced before."),
    TIME_IN_FUTURE(
            "The event's time is more than 5 minutes ahead of the time it was taken in: it would win for ever. Check the clock of who wrote it.");

    private final String help;

    RejectCode(String help) {
        this.help = help;
    }

    /** One line: what it means and what to do. */
    public String help() {
        return help;
    }
}
