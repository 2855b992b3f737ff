import type { enrolled } from '../../apps/server/test/money-house.ts'
import { until } from '../../apps/server/test/until.ts'

type Member = Pick<Awaited<ReturnType<typeof enrolled>>, 'get' | 'post'>

/** Stakes on the rise in whichever round of an option is open: one that closes meanwhile gives way to the next. */
export const stakeOn = (member: Member, tradeOptionId: number, point: string): Promise<unknown> =>
  until('a stake is taken', async () => {
    const { betting } = (await member.get(`/api/trade/game/current?tradeOptionId=${tradeOptionId}`)).body
    const stake = { point, tradeRoundId: betting?.id ?? 0, type: 'B' }
    return (await member.post('/api/trade/history/betting', stake)).status === 200
  })
