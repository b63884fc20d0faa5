package io.fabrictwin.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.fabrictwin.testkit.architecture.SharedRules;

@AnalyzeClasses(packages = "io.fabrictwin.ingest")
class ArchitectureTest {
    @ArchTest
    static final ArchTests shared = ArchTests.in(SharedRules.class);

    @ArchTest
    static final ArchRule meetsItsSiblingsAtTopicsOnly = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.fabrictwin.streams..",
                    "io.fabrictwin.replay..",
                    "io.fabrictwin.cli..",
                    "org.apache.kafka.streams..",
                    "org.apache.flink..")
            .because("ingest, streams and replay meet at topics and in the model");

    @ArchTest
    static final ArchRule onlyLiveSourcesServe = noClasses()
            .that()
            .resideOutsideOfPackage("io.fabrictwin.ingest.live..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "io.micrometer..", "io.opentelemetry..", "com.google.protobuf..")
            .because("files are taken in without a server");
}
