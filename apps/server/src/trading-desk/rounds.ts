import { consoleRiskEndpoints } from '@maru/contract'
import type { FastifyInstance } from 'fastify'
import { field, type SecondPerson, timeText } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'

/** A whole round is void before it starts, where two persons say so; their reason is published. */
export function registerRoundVoids(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { reads, clocks } = deps
  second.register({
    ROUND_VOID: {
      alone: 'round',
      permission: 'options',
      fields: ({ payload: { koName, type, roundNo, startAt } }) => [
        field(
          { ko: `${koName} ${type} ${roundNo}회차`, en: `${koName} ${type} round ${roundNo}` },
          { ko: '예정', en: 'Scheduled' },
          { ko: '무효', en: 'Void' },
        ),
        field({ ko: '시작', en: 'Start' }, null, timeText(Number(startAt))),
      ],
      command: ({ subjectId }, of) => ({ kind: 'voidRound', ...of, tradeRoundId: subjectId }),
    },
  })

  route(app, deps, consoleRiskEndpoints.roundVoid, async ({ params, body, site, member, idempotency: { key } }) => {
    const { value } = await reads.ask('exposure.rounds', { siteId: site.id })
    const open = value?.rounds.find(({ round }) => round.id === params.id)
    if (open === undefined) throw new Refused('HISTORY_NOT_FOUND')
    if (open.round.startAt <= clocks.domain.now()) throw new Refused('INVALID_REQUEST', { key: 'id' })
    const { round, option } = open
    const payload = { koName: option.koName, type: option.type, roundNo: round.roundNo, startAt: round.startAt }
    const of = { siteId: site.id, staffId: member.memberId, key, reason: body.reason }
    return second.ask({ ...of, kind: 'ROUND_VOID', subjectId: params.id, payload })
  })
}
