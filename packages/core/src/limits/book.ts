import type { Account } from '../accounts.ts'
import type { Book } from '../book.ts'
import { storedCell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { invariant } from '../invariant.ts'
import { setMemberStatus } from '../members.ts'
import { query } from '../query.ts'
import { accountOf, type State, type Turn } from '../state.ts'
import type { CoreSnapshot, Reply } from '../types.ts'
import { barOf, cancelOpening } from './barred.ts'
import { ResultHistory } from './history.ts'
import { confirmLimits, coolOff, selfExclude, setLimits } from './limits.ts'
import { countUse } from './time.ts'
import { UseHistory } from './uses.ts'

/** Player protection (rules J): limits that members set themselves, breaks, exclusion, and what bars them. */
export const limits = {
  name: 'limits',
  commands: {
    setLimits: { actors: ['member'], key: 'client', run: ofMember(setLimits) },
    confirmLimits: {
      actors: ['member'],
      key: 'client',
      run: ofMember((state, account, _command, turn) => confirmLimits(state, account, turn)),
    },
    coolOff: { actors: ['member'], key: 'client', run: ofMember(coolOff) },
    selfExclude: { actors: ['member'], key: 'client', run: ofMember(selfExclude) },
    countUse: { actors: ['system'], key: 'none', run: ofMember(countUse) },
    setMemberStatus: { actors: ['staff', 'system'], key: 'none', run: ofMember(setMemberStatus) },
  },
  restore: restoreLimits,
  begin(state, _lastBatchAt, turn) {
    for (const account of state.accounts.values())
      if (barOf(account, turn) !== null) cancelOpening(state, account, turn)
  },
  rows: (state, now) => ({
    limits: [...state.accounts.values()].flatMap((account) => account.limits.map((limit) => limit.row)),
    recentResults: [...state.accounts.values()].flatMap(({ row: { siteId, memberId }, results }) =>
      (results?.all(now) ?? []).map((result) => ({ siteId, memberId, ...result })),
    ),
    uses: [...state.accounts.values()].flatMap(({ row: { siteId, memberId }, uses }) =>
      (uses?.all() ?? []).map((use) => ({ siteId, memberId, ...use })),
    ),
  }),
  queries: {
    /** Those of some members whose use has to be told: they have a time limit. */
    'limits.followed': query(
      'members',
      (
        state,
        { siteId, memberIds }: { readonly siteId: number; readonly memberIds: readonly number[] },
      ): readonly number[] => memberIds.filter((memberId) => accountOf(state, siteId, memberId)?.uses != null),
    ),
  },
} satisfies Book

/** A command about a member: what bars him from then on ends what he has waiting to open something. */
function ofMember<C extends { readonly siteId: number; readonly memberId: number }>(
  run: (state: State, account: Account, command: C, turn: Turn) => Reply,
) {
  return (state: State, command: C, turn: Turn): Reply => {
    const account = accountOf(state, command.siteId, command.memberId)
    if (!account) return refusalReply('USER_NOT_FOUND')
    const reply = run(state, account, command, turn)
    cancelOpening(state, account, turn)
    return reply
  }
}

function restoreLimits(state: State, snapshot: CoreSnapshot): void {
  for (const row of snapshot.limits) {
    const account = state.accounts.get(row.memberId)
    invariant(account !== undefined, `member ${row.memberId} of a limit has no account`)
    account.limits.push(storedCell(row))
    if (row.kind === 'TIME') account.uses ??= new UseHistory()
    else account.results ??= new ResultHistory()
  }
  for (const result of [...snapshot.recentResults].sort((a, b) => a.at - b.at || a.sourceId - b.sourceId)) {
    const { sourceId, currency, at, stake, profit } = result
    state.accounts.get(result.memberId)?.results?.add({ sourceId, currency, at, stake, profit })
  }
  for (const { memberId, from, to } of snapshot.uses) state.accounts.get(memberId)?.uses?.add({ from, to })
}
