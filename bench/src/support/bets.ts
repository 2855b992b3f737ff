import { byMember, type Command } from '@maru/core'
import { siteId } from './house.ts'
import { keyOf } from './playbook.ts'

/** A bet as benches place it: each member keeps to one side, every other one to the same. */
export const betOf = (memberId: number, tradeRoundId: number): Command => ({
  kind: 'placeBet',
  ...byMember({ siteId, memberId }, keyOf('POST /api/trade/history/betting')),
  tradeRoundId,
  side: memberId % 2 === 0 ? 'B' : 'S',
  point: 1_000n,
  salt: 'c0ffee00c0ffee00c0ffee00c0ffee00',
})
