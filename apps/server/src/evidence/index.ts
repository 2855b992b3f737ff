import { evidenceEndpoints } from '@maru/contract'
import type { RoundRow } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../config.ts'
import type { Deps } from '../deps.ts'
import { Refused, route } from '../http/index.ts'
import { roundById } from '../rounds/index.ts'
import { AnswerCache, type Issued } from './answers.ts'
import { proveBet } from './bet-proof.ts'
import { betsOfRound, ownBet, roundOfAnySite } from './evidence-store.ts'
import { EvidenceKeys } from './keys.ts'
import { isFinal, issueRoundEvidence } from './round-evidence.ts'
import { localTimestamper } from './timestamps.ts'

export { EvidenceKeys, type SigningKey } from './keys.ts'
export { localTimestamper, stampChains } from './timestamps.ts'

/** What proves a round to anyone, and a stake to its owner. */
export function registerEvidence(app: FastifyInstance, deps: Deps): void {
  const { db, reads, clocks, config } = deps
  if (app.sites.all().some(({ moneyMode }) => moneyMode === 'LICENSED')) {
    throw new ConfigError('a LICENSED site needs RFC 3161 timestamps, which this version does not have')
  }
  const keys = new EvidenceKeys(db, config.tokenSecret, clocks.wall)
  const timestamper = localTimestamper(config.dataDir)
  const answers = new AnswerCache(clocks.wall)

  route(app, deps, evidenceEndpoints.roundEvidence, async ({ params }) => {
    const evidence = await answers.get(params.id, () => issue(params.id))
    if (evidence === null) throw new Refused('HISTORY_NOT_FOUND')
    return evidence
  })

  route(app, deps, evidenceEndpoints.evidenceKeys, async () => {
    await keys.current() // the first call of a new installation makes the first key
    return keys.list()
  })

  route(app, deps, evidenceEndpoints.betProof, async ({ query, site, member }) => {
    const found = await db.tenant(site.id, async (tx) => {
      const bet = await ownBet(tx, site.id, member.memberId, query.id)
      const round = bet && (await roundById(tx, site.id, bet.tradeRoundId))
      // No root: the round is not locked yet, was void before, or is a binary one, whose stakes make no tree.
      if (!round || round.betRoot === null) return null
      return { bet, round, bets: await betsOfRound(tx, site.id, round.id) }
    })
    const option = found && (await optionOf(found.round))
    if (!found || !option) throw new Refused('HISTORY_NOT_FOUND')
    return proveBet(found.bet, found.round, option, found.bets)
  })

  const optionOf = async ({ siteId, optionId }: Pick<RoundRow, 'siteId' | 'optionId'>) =>
    (await reads.ask('rounds.option', { siteId, optionId })).value

  async function issue(id: number): Promise<Issued | null> {
    const siteIds = app.sites.all().map((site) => site.id)
    const round = await roundOfAnySite(db, siteIds, id)
    const option = round && (await optionOf(round))
    if (!round || !option) return null
    const issuer = { key: await keys.current(), timestamper, issuedAt: clocks.wall() }
    const evidence = await issueRoundEvidence(db, round, option, issuer)
    return { evidence, final: isFinal(round, evidence, clocks.domain.now()) }
  }
}
