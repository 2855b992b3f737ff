/** Deposits that wait at the desk and their approval, for the benchmarks of both. */
import { byMember, byStaff, type Command, type Reply } from '@maru/core'
import { siteId } from './house.ts'

let keys = 0

export function applyDeposit(memberId: number): Command {
  const parts = { walletType: 'BINARY', point: 500_000n, depositor: '홍길동', houseSub: 'KB-1', flags: [] } as const
  return { kind: 'applyDeposit', ...byMember({ siteId, memberId }, newKey('apply')), ...parts }
}

export function approveDeposit(requestId: number): Command {
  const key = newKey('approve')
  const step = { requestId, closed: null, version: 1, asSecond: false, payoutKey: key.key } as const
  return { kind: 'approveRequest', ...byStaff(siteId, 9, 'seen on the statement', { key }), key, ...step }
}

/** The request that a reply is about; throws where it was refused. */
export function requestOf({ status, body }: Reply): number {
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`)
  return (body as { id: number }).id
}

function newKey(route: string) {
  keys += 1
  return { key: `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`, route, bodyHash: 'h' }
}
