import type { AnySiteCall, BodyOf, Call, IdempotentCall, ParamsOf, QueryOf, ReplyOf } from '@maru/contract/client'
import { currentLanguage } from '../i18n/texts.ts'
import { askedAhead } from './asked.ts'
import { ApiError, errorOfAnswer } from './error.ts'

type Given<T, K extends string> = [T] extends [never] ? unknown : { [P in K]: T }
type GivenQuery<T> = [T] extends [never] ? unknown : Record<never, never> extends T ? { query?: T } : { query: T }

/** What a call takes: the parts that the contract names, and an idempotency key where it needs one. */
export type CallInput<N extends Call> = Given<ParamsOf<N>, 'params'> &
  GivenQuery<QueryOf<N>> &
  Given<BodyOf<N>, 'body'> &
  (N extends IdempotentCall ? { key: string } : unknown) & {
    signal?: AbortSignal
    /** Another site than the page's. */
    siteInfoId?: number
  }

/** What the client needs of the rest of the application; the session and the site register themselves here. */
export interface ClientPorts {
  /** Id of the site; waits until it is known. */
  siteInfoId: () => Promise<number>
  /** A token that has not expired, refreshed first if need be; null for guests. */
  accessToken: () => Promise<string | null>
  /** The server refused this token: gets another one, or null when the session is over. */
  renewToken: (refused: string) => Promise<string | null>
  /** The server refused a member's call. */
  onRefusal: (error: ApiError) => void
}

let ports: ClientPorts | null = null
export function connectClient(given: ClientPorts) {
  ports = given
}

const timeoutMs = 15_000
/** A file of many rows. */
const fileTimeoutMs = 300_000
/** Calls that may run before the site is known. */
const anySiteCalls: ReadonlySet<Call> = new Set<AnySiteCall>([
  'GET /api/site_info/code',
  'GET /api/site_info/get_app_version',
  'GET /api/server_time_offset',
  'GET /api/public/round_evidence/:id',
  'GET /api/public/evidence_keys',
  'GET /data/appid.json',
])
/** The state that the newest reply to a change named: what is read after it shows it. */
let newest: string | null = null

/** Calls the API. Throws ApiError. A token that the server calls expired is renewed once. */
export const call = async <N extends Call>(name: N, ...input: Args<N>): Promise<ReplyOf<N>> =>
  asMember<ReplyOf<N>>(send, name, (input[0] ?? {}) as LooseInput)

/** Reads the file of a call; `signal` ends it on the server too. Throws ApiError. */
export const download = async <N extends Call>(name: N, ...input: Args<N>): Promise<Blob> =>
  asMember<Blob>(sendForFile, name, (input[0] ?? {}) as LooseInput)

type Send<T> = (name: Call, given: LooseInput, token: string | null) => Promise<T>

async function asMember<T>(sent: Send<T>, name: Call, given: LooseInput): Promise<T> {
  const token = await currentPorts().accessToken()
  if (token === null) return await sent(name, given, null)
  try {
    return await sent(name, given, token).catch(async (error) => {
      const expired = error instanceof ApiError && error.status === 401
      const renewed = expired ? await currentPorts().renewToken(token) : null
      if (renewed === null) throw error
      return await sent(name, given, renewed)
    })
  } catch (error) {
    if (error instanceof ApiError && !error.isAmbiguous) currentPorts().onRefusal(error)
    throw error
  }
}

/** The same without token and without renewal: for signing in and refreshing. */
export const callAsGuest = async <N extends Call>(name: N, ...input: Args<N>): Promise<ReplyOf<N>> =>
  send<ReplyOf<N>>(name, (input[0] ?? {}) as LooseInput, null)

type Args<N extends Call> = Record<never, never> extends CallInput<N> ? [CallInput<N>?] : [CallInput<N>]
interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  key?: string
  signal?: AbortSignal
  siteInfoId?: number
}

function currentPorts(): ClientPorts {
  if (!ports) throw new Error('connectClient was not called')
  return ports
}

async function send<T>(name: Call, given: LooseInput, token: string | null): Promise<T> {
  const answer = await answerTo(name, given, token, timeoutMs)
  const reply: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw errorOfAnswer(answer.status, reply)
  if (reply === undefined) throw new ApiError('BAD_ANSWER')
  return reply as T
}

const sendForFile: Send<Blob> = async (name, given, token) => {
  const answer = await answerTo(name, given, token, fileTimeoutMs)
  if (!answer.ok) throw errorOfAnswer(answer.status, await answer.json().catch(() => undefined))
  return answer.blob().catch((error: unknown) => {
    if (given.signal?.aborted) throw error
    throw new ApiError('NETWORK')
  })
}

async function answerTo(
  name: Call,
  { params, query, body, key, signal, siteInfoId }: LooseInput,
  token: string | null,
  ms: number,
): Promise<Response> {
  const [method, template] = name.split(' ') as ['GET' | 'POST', string]
  const path = template.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params?.[part])))
  const search = new URLSearchParams()
  for (const [field, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(field, String(value))
  if (!anySiteCalls.has(name)) search.set('siteInfoId', String(siteInfoId ?? (await currentPorts().siteInfoId())))

  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() }
  if (token !== null) headers['Authorization'] = `Bearer ${token}`
  if (key !== undefined) headers['Idempotency-Key'] = key
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (newest !== null && method === 'GET') headers['X-Maru-At-Least'] = newest

  const limit = AbortSignal.timeout(ms)
  const request: RequestInit = { method, headers, signal: signal ? AbortSignal.any([signal, limit]) : limit }
  if (body !== undefined) request.body = JSON.stringify(body)
  const address = search.size > 0 ? `${path}?${search}` : path
  const ask = () => fetch(address, request)
  const ahead = method === 'GET' && token === null ? askedAhead(address) : undefined
  const answer = await (ahead?.catch(ask) ?? ask()).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(limit.aborted ? 'TIMEOUT' : 'NETWORK')
  })
  // A server that does not know the state, as one that was set up anew, is asked without it the next time.
  if (method === 'POST' || answer.status === 503) newest = answer.headers.get('X-Maru-Version')
  return answer
}
