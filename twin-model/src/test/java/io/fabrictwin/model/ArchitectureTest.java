package io.fabrictwin.model;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;

class ArchitectureTest {
    private static final String MODEL = "io.fabrictwin.model";
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(MODEL);

    /** How the full names of calls begin whose answer is not a function of their arguments. */
    private static final List<String> IMPURE_CALLS = List.of(
            "java.lang.Boolean.getBoolean(",
            "java.lang.Integer.getInteger(",
            "java.lang.Long.getLong(",
            "java.lang.Math.random(",
            "java.lang.String.<init>([B)",
            "java.lang.String.format(java.lang.String,",
            "java.lang.String.formatted(",
            "java.lang.String.getBytes()",
            "java.lang.String.toLowerCase()",
            "java.lang.String.toUpperCase()",
            "java.lang.System.currentTimeMillis(",
            "java.lang.System.getProperties(",
            "java.lang.System.getProperty(",
            "java.lang.System.getenv(",
            "java.lang.System.identityHashCode(",
            "java.lang.System.nanoTime(",
            "java.nio.charset.Charset.defaultCharset(",
            "java.security.SecureRandom.",
            "java.time.Clock.",
            "java.time.Instant.now(",
            "java.time.LocalDate.now(",
            "java.time.LocalDateTime.now(",
            "java.time.OffsetDateTime.now(",
            "java.time.ZoneId.systemDefault(",
            "java.time.ZonedDateTime.now(",
            "java.time.format.DateTimeFormatter.ofPattern(java.lang.String)",
            "java.util.Collections.shuffle(java.util.List)",
            "java.util.Locale.getDefault(",
            "java.util.Random.<init>()",
            "java.util.SplittableRandom.<init>()",
            "java.util.TimeZone.getDefault(",
            "java.util.UUID.randomUUID(");

    @Test
    void dependsOnTheJdkAndJSpecifyOnly() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", MODEL + "..", "org.jspecify..")
                .because("the one fold and the one engine run in every host there will ever be")
                .check(PRODUCT);
    }

    @Test
    void touchesNothingOutsideTheProcess() {
        noClasses()
                .that()
                // Reads resources that are part of the model, constants as much as its code.
                .doNotHaveFullyQualifiedName(MODEL + ".table.Table")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.net..",
                        "java.sql..",
                        "java.lang.management..",
                        "java.util.logging..",
                        "java.util.concurrent..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(System.Logger.class)
                .because(
                        "what the model answers depends on its arguments alone; files, sockets and threads are the edges'")
                .check(PRODUCT);
    }

    @Test
    void readsNoClockNoUnseededRandomNoEnvironmentNoLocale() {
        noClasses()
                .should()
                .callCodeUnitWhere(describe(
                        "the answer is not a function of the arguments",
                        call -> IMPURE_CALLS.stream().anyMatch(call.getTarget().getFullName()::startsWith)))
                .because("the same log gives the same digest and the same bytes, at any time and on any machine")
                .check(PRODUCT);
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(MODEL + ".(*)..")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(PRODUCT);
    }

    @Test
    void publicTypesCannotBeExtendedByStrangers() {
        classes()
                .that()
                .arePublic()
                .should(ArchCondition.from(describe(
                        "be a record, an enum, sealed, an interface or final",
                        type -> type.isInterface()
                                || type.isEnum()
                                || type.getModifiers().contains(JavaModifier.FINAL)
                                || type.reflect().isSealed())))
                .allowEmptyShould(true)
                .check(PRODUCT);
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
                        .importPackages(MODEL));
    }
}
