import type { Book } from '../book.ts'
import { storedCell } from '../effects.ts'
import { refusalReply } from '../idempotency.ts'
import { invariant } from '../invariant.ts'
import type { Member } from '../member.ts'
import { setMemberStatus } from '../members.ts'
import { query } from '../query.ts'
import { memberOf, type State, type Turn } from '../state.ts'
import type { CoreSnapshot, Reply } from '../types.ts'
import { barOf, cancelOpening } from './barred.ts'
import { DepositHistory } from './deposit-history.ts'
import { ResultHistory } from './history.ts'
import { confirmLimits, coolOff, isOfResults, selfExclude, setLimits } from './limits.ts'
import { setCeiling } from './set-ceiling.ts'
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
      run: ofMember((state, member, _command, turn) => confirmLimits(state, member, turn)),
    },
    coolOff: { actors: ['member'], key: 'client', run: ofMember(coolOff) },
    selfExclude: { actors: ['member'], key: 'client', run: ofMember(selfExclude) },
    setCeiling: { actors: ['staff'], key: 'client', run: ofMember(setCeiling) },
    countUse: { actors: ['system'], key: 'none', run: ofMember(countUse) },
    setMemberStatus: { actors: ['staff', 'system'], key: 'none', run: ofMember(setMemberStatus) },
  },
  restore: restoreLimits,
  begin(state, _lastBatchAt, turn) {
    for (const member of state.members.values()) if (barOf(member, turn) !== null) cancelOpening(state, member, turn)
  },
  rows: (state, { wall }) => ({
    limits: [...state.members.values()].flatMap((member) => member.limits.map((limit) => limit.row)),
    ceilings: [...state.members.values()].flatMap((member) => member.ceilings.map((ceiling) => ceiling.row)),
    recentResults: [...state.members.values()].flatMap(({ row: { siteId, memberId }, results }) =>
      (results?.all(wall) ?? []).map((result) => ({ siteId, memberId, ...result })),
    ),
    uses: [...state.members.values()].flatMap(({ row: { siteId, memberId }, uses }) =>
      (uses?.all() ?? []).map((use) => ({ siteId, memberId, ...use })),
    ),
    recentDeposits: [...state.members.values()].flatMap(({ row: { siteId, memberId }, deposits }) =>
      (deposits?.all() ?? []).map((deposit) => ({ siteId, memberId, ...deposit })),
    ),
  }),
  queries: {
    /** Those of some members whose use has to be told: they have a time limit. */
    'limits.followed': query(
      'members',
      (
        state,
        { siteId, memberIds }: { readonly siteId: number; readonly memberIds: readonly number[] },
      ): readonly number[] => memberIds.filter((memberId) => memberOf(state, siteId, memberId)?.uses != null),
    ),
  },
} satisfies Book

/** A command about a member: what bars him from then on ends what he has waiting to open something. */
function ofMember<C extends { readonly siteId: number; readonly memberId: number }>(
  run: (state: State, member: Member, command: C, turn: Turn) => Reply,
) {
  return (state: State, command: C, turn: Turn): Reply => {
    const member = memberOf(state, command.siteId, command.memberId)
    if (!member) return refusalReply('USER_NOT_FOUND')
    const reply = run(state, member, command, turn)
    cancelOpening(state, member, turn)
    return reply
  }
}

function restoreLimits(state: State, snapshot: CoreSnapshot): void {
  for (const row of snapshot.limits) {
    const member = state.members.get(row.memberId)
    invariant(member !== undefined, `member ${row.memberId} of a limit is not known`)
    member.limits.push(storedCell(row))
    if (row.kind === 'TIME') member.uses ??= new UseHistory()
    else if (isOfResults(row)) member.results ??= new ResultHistory()
    else member.deposits ??= new DepositHistory()
  }
  for (const row of snapshot.ceilings) {
    const member = state.members.get(row.memberId)
    invariant(member !== undefined, `member ${row.memberId} of a ceiling is not known`)
    member.ceilings.push(storedCell(row))
    if (row.kind === 'DEPOSIT') member.deposits ??= new DepositHistory()
  }
  for (const result of [...snapshot.recentResults].sort((a, b) => a.at - b.at || a.sourceId - b.sourceId)) {
    const { sourceId, currency, at, stake, profit } = result
    state.members.get(result.memberId)?.results?.add({ sourceId, currency, at, stake, profit })
  }
  for (const deposit of [...snapshot.recentDeposits].sort((a, b) => a.at - b.at || a.dnwId - b.dnwId)) {
    const { dnwId, currency, at, amount } = deposit
    state.members.get(deposit.memberId)?.deposits?.add({ dnwId, currency, at, amount })
  }
  for (const { memberId, from, to } of snapshot.uses) state.members.get(memberId)?.uses?.add({ from, to })
}
