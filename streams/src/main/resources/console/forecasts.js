// What if: per scenario and job, recorded against forecast, with interval, verdict and reasons.

import {byId, empty, html, svg} from './elements.js';
import {UNKNOWN, count, percent, rate, span, time} from './words.js';

const SIGNS = {faster: '▼', slower: '▲', 'no material change': '=', 'cannot tell': '?'};

export function showForecasts(forecasts, isFabricEmpty) {
  byId('forecasts-count').textContent = forecasts.length === 0 ? ''
    : `${forecasts.length} ${forecasts.length === 1 ? 'scenario' : 'scenarios'}, newest first`;
  const place = byId('forecasts');
  if (forecasts.length === 0) {
    place.replaceChildren(empty('No question was asked yet',
      isFabricEmpty
        ? 'Once a job’s steps are taken in, ask what they would have taken under a change:'
        : 'Ask what the steps of a job would have taken under a change; the answer appears here:',
      'fabric-twin fork --at -10m --window 5m --drain-link DEVICE:DEVICE'));
    return;
  }
  place.replaceChildren(html('table', {},
    html('thead', {}, html('tr', {},
      html('th', {scope: 'col'}, 'Scenario'), html('th', {scope: 'col'}, 'Job'),
      html('th', {scope: 'col', class: 'number'}, 'Recorded step'), html('th', {scope: 'col', class: 'number'}, 'Forecast step'),
      html('th', {scope: 'col'}, 'Forecast / recorded, interval'),
      html('th', {scope: 'col'}, 'Verdict'), html('th', {scope: 'col'}, 'Why'))),
    forecasts.map(forecast => html('tbody', {}, forecast.jobs.map((job, at) => row(forecast, job, at))))),
  html('p', {class: 'accuracy'}, `Our own error on such questions: ${[...new Set(forecasts.map(one => one.accuracy))].join('; ')}`));
}

function row(forecast, job, at) {
  return html('tr', {},
    at > 0 ? null : html('td', {class: 'scenario', rowspan: forecast.jobs.length},
      html('strong', {}, forecast.name), forecast.changes.map(change => html('code', {}, change)),
      html('div', {class: 'base'}, `from ${time(forecast.baseTime)}`)),
    html('td', {}, job.job, html('div', {class: 'count'}, `steps ${job.firstStep}–${job.lastStep}`)),
    html('td', {class: 'number'}, span(job.recordedStepTimeNs)),
    html('td', {class: 'number'}, span(job.forecastStepTimeNs)),
    html('td', {}, ratio(job.ratio)),
    html('td', {}, html('span', {class: `verdict ${job.verdict.replaceAll(' ', '-')}`},
      html('span', {'aria-hidden': 'true'}, SIGNS[job.verdict]), job.verdict)),
    html('td', {class: 'reasons'}, job.reasons[0], gates(job), more(`${forecast.name}/${job.job}`, at === 0 ? forecast.values : [], job)));
}

/** What gates the job, now and then. */
function gates(job) {
  const [base, fork] = [job.baseMeasures, job.forkMeasures].map(side => side?.criticalPath && gate(side.criticalPath));
  return base || fork ? html('div', {class: 'gates'}, `Gated by ${base === fork ? base : `${base ?? UNKNOWN} → ${fork ?? UNKNOWN}`}`) : null;
}

function gate(path) {
  return path.gates.length === 0 ? 'no port' : `${path.gates[0].port} (${percent(path.gates[0].share)} of the step)`;
}

/** Which answers a reader has unfolded; the page is drawn anew with every change. */
const unfolded = new Set();

function more(answer, values, job) {
  const reasons = job.reasons.slice(1);
  const sides = [job.baseMeasures, job.forkMeasures];
  return reasons.length === 0 && values.length === 0 && !sides.some(Boolean) ? null : html('details', {open: unfolded.has(answer),
    ontoggle: event => unfolded[event.target.open ? 'add' : 'delete'](answer)},
  html('summary', {}, 'More'), reasons.map(reason => html('div', {}, reason)),
  sides.some(Boolean) ? measures(sides, [job.baseParts, job.forkParts]) : null,
  values.length > 0 ? restsOn(values) : null);
}

/** What a forecast rests on. */
function restsOn(values) {
  return html('table', {class: 'measures'},
    html('thead', {}, html('tr', {}, ['Rests on', 'Value', 'Is', 'From'].map(head => html('th', {scope: 'col'}, head)))),
    html('tbody', {}, values.map(one => html('tr', {}, html('th', {scope: 'row'}, one.name),
      html('td', {}, one.value), html('td', {}, one.status), html('td', {}, one.source)))));
}

const PARTS = [['Compute', 'computeNs'], ['Late arrival', 'lateNs'], ['Transfer', 'transferNs'], ['Congestion', 'congestionNs']];

/** Parts of the step time and the eight measures, base beside fork. */
function measures(sides, parts) {
  const times = number => number ? `${number.toFixed(2)}×` : UNKNOWN;
  const names = [...new Set(sides.flatMap(side => side?.collectives.map(collectiveName) ?? []))];
  const rows = [
    ...(parts.some(Boolean) ? PARTS.map(([name, field]) => [name, (side, at) => parts[at] && span(parts[at][field])]) : []),
    ...names.map(name => [name, side => {
      const one = side.collectives.find(collective => collectiveName(collective) === name);
      return one && `${span(one.timeMeanNs)}, busbw ${rate(one.busBytesPerSecond && 8 * one.busBytesPerSecond)}`;
    }]),
    ['Jitter of steps', side => percent(side.stepJitter)],
    ['Messages, p50 / p99 / p99.9', side => side.tail
      && `${times(side.tail.median)} / ${times(side.tail.p99)} / ${times(side.tail.p999)} of ${count(side.tail.messages)}`],
    ['Recovery from congestion', side => side.recovery && span(side.recovery.meanNs)],
    ['Gates', side => side.criticalPath?.gates.slice(0, 2).map(gate => `${gate.port} ${percent(gate.share)}`).join(', ')],
    ['Interference', side => times(side.interference)],
    ['Scaling', side => side.scaling.map(size => `${size.ranks} ranks ${span(size.collectiveTimeNs)}`).join(', ')],
  ];
  return html('table', {class: 'measures'},
    html('thead', {}, html('tr', {}, ['', 'Base', 'Fork'].map(head => html('th', {scope: 'col'}, head)))),
    html('tbody', {}, rows.map(([name, text]) => html('tr', {}, html('th', {scope: 'row'}, name),
      sides.map((side, at) => html('td', {}, side && text(side, at) || UNKNOWN))))));
}

function collectiveName(collective) {
  return `${collective.operation} of ${count(collective.bytes / 1e6)} MB, ${collective.ranks} ranks`;
}

/** A scale from half to one and a half; the band in the middle is no material change. */
function ratio(value) {
  if (!value) {
    return UNKNOWN;
  }
  const x = number => 2 + 116 * Math.min(1, Math.max(0, number - 0.5));
  return html('div', {class: 'ratio'},
    svg('svg', {class: 'scale', width: 120, height: 18, 'aria-hidden': 'true'},
      svg('rect', {class: 'same', x: x(0.98), y: 1, width: x(1.02) - x(0.98), height: 16}),
      svg('path', {class: 'axis', d: 'M2 9H118M60 4V14'}),
      svg('rect', {class: 'interval', x: x(value.low), y: 5, width: Math.max(1, x(value.high) - x(value.low)), height: 8, rx: 1.5}),
      svg('rect', {class: 'likely', x: x(value.likely) - 1.25, y: 2, width: 2.5, height: 14, rx: 1})),
    html('span', {}, value.likely.toFixed(2), ' ', html('small', {}, `${value.low.toFixed(2)}–${value.high.toFixed(2)}`)));
}
