import { changesOf } from '../mutation.ts'

/** Half the leverage around releases and before the end of a session. */
export const releases = changesOf('core/src', [
  ['releases/state.ts', '  if (!isReleaseHalved) return []\n', ''],
  ['releases/state.ts', 'from: row.at - halvingLeadMs', 'from: row.at'],
  ['releases/state.ts', 'until: row.at + halvingTailMs', 'until: row.at'],
  ['releases/state.ts', 'last && window.from <= last.until', 'false'],
  ['releases/state.ts', 'wall >= from && wall < until', 'wall > from && wall < until'],
  ['releases/state.ts', 'wall >= from && wall < until', 'wall >= from && wall <= until'],
  ['releases/state.ts', 'Math.max(1, Math.floor(leverage / 2))', 'Math.floor(leverage / 2)'],
  ['releases/state.ts', '!isSessionEndHalved || closeAt === null', 'closeAt === null'],
  [
    'releases/state.ts',
    'at >= closeAt - halvingLeadMs && at < closeAt',
    'at > closeAt - halvingLeadMs && at < closeAt',
  ],
  ['releases/state.ts', 'releases.toSorted((a, b) => a.row.at - b.row.at)', '[...releases]'],
  ['releases/book.ts', 'if (!wanted.has(gone.row.at)) change', 'if (false) change'],
  ['releases/book.ts', "for (const release of added) turn.effects.put('releases', release)", 'void cell'],
  ['releases/book.ts', 'keepReleases(state, siteId, [...kept, ...added])', 'keepReleases(state, siteId, added)'],
  ['releases/book.ts', '  announceHalving(state, siteId, turn)\n', ''],
  ['releases/book.ts', 'added.length === 0 && kept.length === known.length', 'added.length === 0'],
  ['releases/book.ts', 'rows: (state) => ({ releases: allReleases(state) })', 'rows: () => ({ releases: [] })'],
  ['futures/admit.ts', 'halvedUntil(state, row.siteId, turn.wall)', 'halvedUntil(state, row.siteId, turn.at)'],
  ['futures/admit.ts', 'Math.min(most, maxLeverageFor(notional, market.row.brackets))', 'most'],
  [
    'futures/admit.ts',
    'Math.min(most, maxLeverageFor(notional, market.row.brackets))',
    'maxLeverageFor(notional, market.row.brackets)',
  ],
  [
    'futures/admit.ts',
    'const refusal = openingQty > 0 ? refuseHalved',
    'const refusal = openingQty >= 0 ? refuseHalved',
  ],
  ['futures/queries.ts', 'leverage > 1 && halvedUntil', 'halvedUntil'],
  ['futures/queries.ts', '? 2 * leverage : leverage', '? leverage : leverage'],
  ['oversea/admit.ts', 'available - need < heldOf(holder) + need', 'available - need < need'],
  ['oversea/admit.ts', 'available - need < heldOf(holder) + need', 'available - need <= heldOf(holder) + need'],
  ['oversea/admit.ts', 'halvedUntil(state, row.siteId, turn.wall)', 'halvedUntil(state, row.siteId, turn.at)'],
  ['oversea/admit.ts', ', turn.at)\n  return release', ', turn.wall)\n  return release'],
  [
    'oversea/admit.ts',
    '(release ?? ending) : Math.max(release, ending)',
    '(release ?? ending) : Math.min(release, ending)',
  ],
  ['configuration/site.ts', '  if (isHalvedAnew) announceHalving(state, config.siteId, turn)\n', ''],
])
