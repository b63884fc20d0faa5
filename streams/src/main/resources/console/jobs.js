// One card a job: its newest step time, and the line of those before.

import {byId, empty, html} from './elements.js';
import {count, span, spanParts} from './words.js';

const charts = new Map();

const median = numbers => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

export function showJobs(jobs, isFabricEmpty, unread) {
  for (const [job, shown] of charts) {
    if (!jobs.some(one => one.job === job)) {
      shown.chart.dispose();
      charts.delete(job);
    }
  }
  const place = byId('jobs');
  if (jobs.length === 0 && unread) {
    place.replaceChildren(empty('Jobs are not known yet', `${unread}; jobs in it appear here.`));
    return;
  }
  if (jobs.length === 0) {
    place.replaceChildren(...isFabricEmpty ? [] : [empty('No job was told of',
      'Step times appear here once a job’s log or recording is taken in:', 'fabric-twin ingest nccl-log JOB.log')]);
    return;
  }
  const cards = jobs.map(job => {
    const shown = charts.get(job.job) ?? card(job);
    fillIn(shown, job);
    return shown.element;
  });
  place.replaceChildren(...cards);
  for (const job of jobs) {
    drawLine(charts.get(job.job), job);
  }
}

export function redrawJobs() {
  for (const shown of charts.values()) {
    drawLine(shown, shown.job);
  }
}

function card(job) {
  const parts = {
    name: html('h3'), facts: html('span'), big: html('div', {class: 'big'}),
    chart: html('div', {class: 'chart', role: 'img'}),
  };
  const element = html('article', {class: 'card job'},
    html('div', {class: 'title'}, parts.name, parts.facts), parts.big, parts.chart);
  const shown = {element, parts, chart: null};
  charts.set(job.job, shown);
  new ResizeObserver(() => shown.chart?.resize()).observe(parts.chart);
  return shown;
}

function fillIn({parts}, job) {
  parts.name.textContent = job.job;
  const facts = [job.isRunning ? 'running' : 'ended'];
  if (job.rankCount !== undefined) {
    facts.push(`${count(job.rankCount)} ranks`);
  }
  if (job.hosts.length > 0) {
    facts.push(`${count(job.hosts.length)} ${job.hosts.length === 1 ? 'host' : 'hosts'}`);
  }
  parts.facts.textContent = facts.join(' · ');
  if (job.newestStepTimeNs === undefined) {
    parts.big.replaceChildren(html('small', {}, 'no step completed yet'));
  } else {
    const [value, unit] = spanParts(job.newestStepTimeNs);
    parts.big.replaceChildren(value, html('small', {}, `${unit}, step ${count(job.newestStep)}`));
    if (job.steps.length > 1) {
      const usual = median(job.steps.map(step => step.stepTimeNs));
      parts.big.append(html('small', {}, `· median of ${job.steps.length}: ${span(usual)}`));
    }
  }
  parts.chart.hidden = job.steps.length < 2;
  parts.chart.setAttribute('aria-label', job.steps.length < 2 ? 'No line yet'
    : `Step time of ${job.job} over ${job.steps.length} steps, from ${span(Math.min(...job.steps.map(step => step.stepTimeNs)))} to ${span(Math.max(...job.steps.map(step => step.stepTimeNs)))}`);
}

function drawLine(shown, job) {
  shown.job = job;
  if (job.steps.length < 2 || !window.echarts) {
    return;
  }
  shown.chart ??= window.echarts.init(shown.parts.chart, null, {renderer: 'svg'});
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(name).trim();
  const [, unit] = spanParts(median(job.steps.map(step => step.stepTimeNs)));
  const size = {d: 86400e9, h: 3600e9, min: 60e9, s: 1e9, ms: 1e6, 'µs': 1e3, ns: 1}[unit];
  const text = {color: colour('--quiet'), fontFamily: style.getPropertyValue('--sans'), fontSize: 11};
  const hasCompute = job.steps.some(step => step.computeNs !== undefined);
  shown.chart.setOption({
    animation: false,
    grid: {left: 44, right: 18, top: 26, bottom: 24},
    legend: {right: 0, top: 0, itemWidth: 18, itemHeight: 8, textStyle: text, selectedMode: false,
      data: ['step time', ...hasCompute ? ['of which computing'] : []]},
    tooltip: {trigger: 'axis', transitionDuration: 0, confine: true,
      backgroundColor: colour('--card'), borderColor: colour('--line-strong'),
      textStyle: {...text, color: colour('--text'), fontSize: 12},
      axisPointer: {lineStyle: {color: colour('--line-strong')}},
      formatter: points => `step ${points[0].value[0]}<br>` + points
        .map(point => `${point.seriesName} ${span(point.value[1] * size)}`).join('<br>')},
    xAxis: {type: 'value', min: 'dataMin', max: 'dataMax', splitLine: {show: false},
      axisLine: {lineStyle: {color: colour('--line-strong')}}, axisTick: {show: false},
      axisLabel: {...text, showMinLabel: true, showMaxLabel: true, hideOverlap: true}},
    yAxis: {type: 'value', min: 0, name: unit, nameTextStyle: {...text, align: 'right', padding: [0, 6, -2, 0]},
      splitNumber: 3, splitLine: {lineStyle: {color: colour('--line')}}, axisLabel: text},
    series: [
      {name: 'step time', type: 'line', showSymbol: false, symbol: 'circle', sampling: 'max',
        data: job.steps.map(step => [step.step, step.stepTimeNs / size]),
        lineStyle: {width: 1.75, color: colour('--accent')}, itemStyle: {color: colour('--accent')},
        areaStyle: {color: colour('--accent'), opacity: 0.08}},
      ...hasCompute ? [{name: 'of which computing', type: 'line', showSymbol: false, symbol: 'circle',
        data: job.steps.map(step => [step.step, step.computeNs === undefined ? null : step.computeNs / size]),
        lineStyle: {width: 1.25, type: 'dashed', color: colour('--quiet')}, itemStyle: {color: colour('--quiet')}}] : [],
    ],
  }, true);
}
