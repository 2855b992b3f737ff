/** The provider's side of the protocol: what arrives under /providers/{site}/{name}/v1. */
import {
  type CallKind,
  calls,
  demoKeys,
  isProviderName,
  NonceMemory,
  signAnswer,
  statementPath,
  verifyRequest,
} from '@maru/provider-protocol'
import { play, type Stage, tellPayout } from './play.ts'
import { slowMs } from './switches.ts'
import { type Place, placeName, type TakenCall } from './world.ts'

export interface Incoming {
  readonly method: string
  readonly host: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** null: no answer at all, the connection ends. */
export type Outgoing = {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  /** How long the answer waits. */
  readonly afterMs?: number
} | null

const root = /^\/providers\/([1-9]\d{0,15})\/([a-z0-9-]{1,30})\/v1\/(.*)$/

export class SignedCalls {
  private readonly stage: Stage
  private readonly nonces = new NonceMemory()

  constructor(stage: Stage) {
    this.stage = stage
  }

  /** The answer to a signed request, or undefined where the path is no provider's. */
  answer(incoming: Incoming): Outgoing | undefined {
    const match = root.exec(incoming.path)
    if (match === null || !isProviderName(match[2] ?? '')) return undefined
    const place = { siteId: Number(match[1]), provider: match[2] } as Place
    const { world, secret } = this.stage
    const keys = demoKeys(secret, place.siteId, place.provider)
    const now = world.now()
    const verdict = verifyRequest(incoming, incoming.headers, keys.call, now)
    const exchange = world.addExchange({
      ...place,
      direction: 'in',
      what: `${incoming.method} ${match[3]}`,
      body: incoming.body,
      answer: '',
    })
    const plain = (status: number, error: string): Outgoing => {
      exchange.answer = `${status} ${error}`
      return { status, headers: {}, body: JSON.stringify({ error }) }
    }
    if (!verdict.ok) return plain(401, `SIGNATURE_${verdict.fault}`)
    if (!this.nonces.take(verdict.keyId, verdict.nonce, now)) return plain(401, 'NONCE_USED')
    const mode = world.switches.of(place.provider).calls
    if (mode === 'broken' && incoming.method === 'POST') return plain(500, 'BROKEN')
    const [status, answer] = this.decide(place, incoming, match[3] as string)
    const body = JSON.stringify(answer)
    exchange.answer = `${status} ${body}`.slice(0, 500)
    if (mode === 'silent' && incoming.method === 'POST') return null
    const isSlow = mode === 'slow' && incoming.method === 'POST'
    const isSigned = mode !== 'unsigned' || incoming.method !== 'POST'
    const stamp = { time: now, nonce: verdict.nonce }
    return {
      status,
      headers: isSigned ? signAnswer(status, body, keys.webhook[0], stamp) : {},
      body,
      afterMs: isSlow ? slowMs : 0,
    }
  }

  private decide(place: Place, { method, path, body }: Incoming, rest: string): [number, object] {
    if (method === 'POST') return this.take(place, rest, body)
    const { world } = this.stage
    const { pathname, searchParams } = new URL(path, 'http://sandbox')
    const [what, name = ''] = rest.split('?')[0]?.split('/') ?? []
    const wanted = decodeURIComponent(name)
    if (what === 'calls') {
      const call = world.calls.get(`${placeName(place)} ${wanted}`)
      return call === undefined ? [404, { error: 'UNKNOWN_KEY' }] : [200, answerOf(call)]
    }
    if (what === 'deposits') {
      const arrival = world.arrivals.get(wanted)
      if (arrival === undefined || placeName(arrival) !== placeName(place)) return [404, { error: 'UNKNOWN_DEPOSIT' }]
      const { providerRef, reference, amount, currency, confirmations, to, state } = arrival
      const counted = confirmations === null ? {} : { confirmations }
      return [200, { providerRef, reference, amount, currency, state, ...counted, ...(to && { to }) }]
    }
    const account = searchParams.get('account') ?? ''
    if (!pathname.endsWith(statementPath(wanted, '', null).split('?')[0] ?? '') || !/^\d{4}-\d\d-\d\d$/.test(wanted))
      return [404, { error: 'UNKNOWN_PATH' }]
    return [200, world.books.statement(placeName(place), account, wanted, searchParams.get('next'), world.now())]
  }

  /** A call is executed once a key. */
  private take(place: Place, kind: string, bodyText: string): [number, object] {
    const { world, teller } = this.stage
    const schema = Object.hasOwn(calls, kind) ? calls[kind as CallKind] : null
    const read = schema?.safeParse(jsonOf(bodyText))
    if (!read?.success)
      return [400, { error: 'INVALID_REQUEST', detail: read?.error.issues[0]?.path.join('/') ?? kind }]
    const key = `${placeName(place)} ${read.data.idempotencyKey}`
    const known = world.calls.get(key)
    if (known !== undefined)
      return known.bodyText === bodyText ? [200, answerOf(known)] : [409, { error: 'IDEMPOTENCY_KEY_REUSED' }]
    const call: TakenCall = {
      ...place,
      kind: kind as CallKind,
      body: read.data,
      bodyText,
      at: world.now(),
      providerRef: world.name(kind),
      state: 'PENDING',
      reason: null,
      result: {},
      paid: false,
    }
    world.calls.set(key, call)
    if (world.switches.of(place.provider).calls === 'refuse') {
      call.state = 'FAILED'
      call.reason = '샌드박스가 거절했습니다'
      if (kind === 'payout') tellPayout(teller, call, 'FAILED')
    } else play(this.stage, call)
    return [200, answerOf(call)]
  }
}

function answerOf({ body, state, providerRef, reason, result }: TakenCall): object {
  const { idempotencyKey } = body
  return {
    idempotencyKey,
    state,
    providerRef,
    ...(reason === null ? {} : { reason }),
    ...(state === 'FAILED' ? {} : { result }),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
