package io.fabrictwin.schemas;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

class ArchitectureTest {
    private static final String WIRE = "io.fabrictwin.schemas";

    @Test
    void knowsTheModelAndAvroOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..", "io.fabrictwin.model..", WIRE + "..", "org.apache.avro..", "org.jspecify..")
                .because("the wire is used under every engine and belongs to none")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(WIRE));
    }

    @Test
    void testsAreNamedAfterTheirRung() {
        methods()
                .that()
                .areMetaAnnotatedWith(Testable.class)
                .should()
                .beDeclaredInClassesThat()
                .haveNameMatching(".*(Test|Properties|IT|Contract)(\\$.*)?")
                .because("a test by any other name is not run")
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.OnlyIncludeTests())
                        .importPackages(WIRE));
    }
}
