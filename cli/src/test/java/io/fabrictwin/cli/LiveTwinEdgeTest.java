package io.fabrictwin.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Of the command alone: tests may look into a live twin where HTTP does not tell. */
@AnalyzeClasses(packages = "io.fabrictwin.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class LiveTwinEdgeTest {
    @ArchTest
    static final ArchRule entersTheLiveTwinThroughItsAppOnly = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("io.fabrictwin.streams..")
                    .and(resideOutsideOfPackage("io.fabrictwin.streams.app..")))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka.streams..", "io.javalin..")
            .because("the command starts the live twin and asks it over HTTP, as any other client does");
}
