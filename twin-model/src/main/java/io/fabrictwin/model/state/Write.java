package io.fabrictwin.model.state;

/** What an event says of one attribute of one entity. */
public record Write(EntityKey entity, String attribute, Retention retention, Cell cell) {}
