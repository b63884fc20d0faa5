#!/usr/bin/env bash
# jobmanager | taskmanager, with the lines of FLINK_PROPERTIES as settings. A distribution computes a task manager's memory;
# here it is given.
set -euo pipefail
cat >conf/config.yaml <<'SETTINGS'
pekko.startup-timeout: 60s
jobmanager.bind-host: 0.0.0.0
rest.address: 0.0.0.0
rest.bind-address: 0.0.0.0
taskmanager.bind-host: 0.0.0.0
taskmanager.cpu.cores: 1
taskmanager.memory.task.heap.size: 512m
taskmanager.memory.task.off-heap.size: 64m
taskmanager.memory.managed.size: 64m
taskmanager.memory.network.min: 64m
taskmanager.memory.network.max: 64m
taskmanager.memory.framework.heap.size: 128m
taskmanager.memory.framework.off-heap.size: 64m
taskmanager.memory.jvm-metaspace.size: 256m
taskmanager.memory.jvm-overhead.min: 64m
taskmanager.memory.jvm-overhead.max: 64m
SETTINGS
printf '%s\n' "${FLINK_PROPERTIES:-}" | grep -v '^taskmanager.memory.process.size' >>conf/config.yaml
case $1 in
  jobmanager) main=org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint ;;
  taskmanager)
    main=org.apache.flink.runtime.taskexecutor.TaskManagerRunner
    echo "taskmanager.host: $(hostname -i)" >>conf/config.yaml
    ;;
  *) exec "$@" ;;
esac
exec java -Xmx768m --add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED \
  --add-opens java.base/java.time=ALL-UNNAMED --add-opens java.base/java.nio=ALL-UNNAMED \
  -Dlog4j2.configurationFile=conf/log4j2.properties -cp 'lib/*' "$main" --configDir conf
