// What is wrong: the present first, each with evidence and what to try.

import {byId, command, empty, html, svg} from './elements.js';
import {plain, span, time} from './words.js';
import {markPath} from './topology.js';

const SEVERITIES = ['critical', 'warning', 'notice'];

/** The worst first; of the same severity the oldest, as a cause begins before what comes of it. */
function causesFirst(findings) {
  return findings.toReversed().sort((a, b) =>
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || a.startNs - b.startNs);
}

export function showFindings(findings, isFabricEmpty, unread, devices, onPick) {
  const present = causesFirst(findings.filter(finding => !finding.isOver));
  const past = findings.filter(finding => finding.isOver);
  byId('findings-count').textContent = findings.length === 0 ? ''
    : `${unread ? 'so far ' : ''}${present.length} now${past.length > 0 ? `, ${past.length} past` : ''}`;
  const place = byId('findings');
  const isOpen = place.querySelector('details')?.open ?? false;
  const parts = [];
  if (unread) {
    parts.push(empty('What is wrong is not known yet', `${unread}; findings may come, and what is found so far may be over.`));
  } else if (isFabricEmpty) {
    parts.push(empty('Nothing to look at yet', 'Findings appear by themselves once there are counters, settings or steps. To see an incident play:', 'fabric-twin demo'));
  } else if (present.length === 0) {
    parts.push(empty('Nothing, by what is known', 'No storm, drift, degraded link or stretched step in the data so far.'));
  }
  parts.push(...present.map(finding => card(finding, devices, onPick)));
  if (past.length > 0) {
    parts.push(html('details', {class: 'past', open: isOpen || (present.length === 0 && !isFabricEmpty)},
      html('summary', {}, `Past findings (${past.length})`), past.map(finding => card(finding, devices, onPick))));
  }
  place.replaceChildren(...parts);
}

function card(finding, devices, onPick) {
  const sign = svg('svg', {width: 14, height: 14, viewBox: '0 0 14 14', 'aria-hidden': 'true'},
    svg('path', {d: markPath(finding.severity, 7, 7, 5.5), fill: 'currentColor'}));
  const when = finding.isOver
    ? `${time(finding.start)}, for ${span(finding.endNs - finding.startNs)}`
    : `since ${time(finding.start)}`;
  return html('article', {class: `finding ${finding.severity}${finding.isOver ? ' over' : ''}`},
    html('div', {class: 'top'},
      html('span', {class: `severity ${finding.severity}`}, sign, plain(finding.severity)),
      html('span', {}, plain(finding.kind)),
      finding.isOver ? html('span', {class: 'tag'}, 'over') : null),
    html('p', {class: 'summary'}, finding.summary),
    html('div', {class: 'top'}, html('time', {datetime: finding.start}, when)),
    html('div', {class: 'entities'}, finding.entities.map(entity => {
      const device = entity.split(':')[0];
      return devices.has(device)
        ? html('button', {class: 'entity', type: 'button', title: `Show ${device} in the topology`, onclick: () => onPick(device)}, entity)
        : html('span', {class: 'entity'}, entity);
    })),
    finding.evidence.length > 0 ? html('ul', {}, finding.evidence.map(line => html('li', {}, line))) : null,
    finding.suggestion ? command(finding.suggestion) : null);
}
