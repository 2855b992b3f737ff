import type { BettingReply } from '@maru/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/error.ts'
import { type BetPorts, placeBet } from './place-bet.ts'

const intent = { key: 'k', tradeRoundId: 7, type: 'B' as const, point: 50_000 }
const reply = { id: 1 } as BettingReply
const unknown = new ApiError('COMMAND_UNKNOWN', 404)
type Step = 'timeout' | 'unknown' | { status: number; body: unknown } | ApiError

function ports(script: { send?: Step; status?: Step[]; abandon?: Step[] }) {
  const calls: string[] = []
  const play = (name: string, step: Step | undefined) => {
    calls.push(name)
    if (step === undefined) throw new Error(`no ${name} was expected`)
    if (step === 'timeout') throw new ApiError('TIMEOUT')
    if (step === 'unknown') throw unknown
    if (step instanceof ApiError) throw step
    return step
  }
  const given: BetPorts = {
    send: async () => {
      play('send', script.send)
      return reply
    },
    status: async () => play('status', script.status?.shift()) as { status: number; body: unknown },
    abandon: async () => play('abandon', script.abandon?.shift()) as { status: number; body: unknown },
    wait: async () => {},
    onChecking: () => calls.push('checking'),
  }
  return { given, calls }
}

describe('placing a bet', () => {
  it('is done with the answer', async () => {
    const { given, calls } = ports({ send: { status: 200, body: reply } })
    expect(await placeBet(intent, given)).toEqual({ kind: 'accepted', reply })
    expect(calls).toEqual(['send'])
  })

  it('takes a refusal for final, a stale feed too', async () => {
    for (const error of [new ApiError('BET_TOO_SOON', 429), new ApiError('PRICE_FEED_STALE', 503)]) {
      const { given, calls } = ports({ send: error })
      expect(await placeBet(intent, given)).toEqual({ kind: 'refused', error })
      expect(calls).toEqual(['send'])
    }
  })

  it('finds a bet whose answer got lost', async () => {
    const { given, calls } = ports({ send: 'timeout', status: ['unknown', { status: 200, body: reply }] })
    expect(await placeBet(intent, given)).toEqual({ kind: 'accepted', reply })
    expect(calls).toEqual(['send', 'checking', 'status', 'status'])
  })

  it('finds a refusal whose answer got lost', async () => {
    const body = { code: 'BALANCE_INSUFFICIENT', message: '', params: {}, traceId: '' }
    const { given } = ports({ send: new ApiError('BAD_ANSWER', 502), status: [{ status: 409, body }] })
    const outcome = await placeBet(intent, given)
    expect(outcome.kind === 'refused' && outcome.error.code).toBe('BALANCE_INSUFFICIENT')
  })

  it('makes the key unusable before it says that there is no bet', async () => {
    const { given, calls } = ports({ send: 'timeout', status: ['unknown', 'unknown'], abandon: ['unknown'] })
    expect(await placeBet(intent, given)).toEqual({ kind: 'lost' })
    expect(calls).toEqual(['send', 'checking', 'status', 'status', 'abandon'])
  })

  it('believes the abandoned key when the bet had arrived after all', async () => {
    const { given } = ports({
      send: 'timeout',
      status: ['unknown', 'unknown'],
      abandon: [{ status: 200, body: reply }],
    })
    expect(await placeBet(intent, given)).toEqual({ kind: 'accepted', reply })
  })

  it('goes on asking through an outage', async () => {
    const { given, calls } = ports({
      send: 'timeout',
      status: ['timeout', 'timeout', 'timeout', { status: 200, body: reply }],
    })
    expect(await placeBet(intent, given)).toEqual({ kind: 'accepted', reply })
    expect(calls.filter((call) => call === 'status')).toHaveLength(4)
  })
})
