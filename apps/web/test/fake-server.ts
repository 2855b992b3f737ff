// The other side of the wire for component tests: answers of calls and messages of the live channel, both checked against the contract.
import { destinations, type Endpoint, endpoints } from '@maru/contract'
import type { BodyOf, Call, Destination, EventOf, ParamsOf, QueryOf, ReplyOf } from '@maru/contract/client'
import { isErrorCode, type MessageParams, messageOf } from '@maru/contract/messages'
import { FakeSocket } from './fake-socket.ts'

/** What the page sent with a call. */
export interface Request<C extends Call> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly key: string | null
}
type Reply<C extends Call> = (request: Request<C>) => ReplyOf<C> | Promise<ReplyOf<C>>

/** A refusal of the API, thrown by a reply. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, code: string, params: MessageParams = {}) {
    super(code)
    this.status = status
    const message = isErrorCode(code) ? messageOf(code, params, 'ko') : code
    this.body = { code, message, params, traceId: 'component-test' }
  }
}

/** Thrown by a reply: the request gets no answer, as on a lost network. */
export const noAnswer = new TypeError('Failed to fetch')

interface Route {
  readonly call: Call
  readonly endpoint: Endpoint
  readonly pattern: RegExp
  readonly names: readonly string[]
}

const routes: readonly Route[] = Object.values(endpoints as Record<string, Endpoint>).map((endpoint) => ({
  call: `${endpoint.method} ${endpoint.path}` as Call,
  endpoint,
  names: [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}))

/** Answers calls by the replies that a test gives it, and fails the test on a call without one. */
export class FakeServer {
  readonly problems: string[] = []
  readonly #replies = new Map<Call, Reply<Call>>()
  readonly #requests: { call: Call; request: Request<Call> }[] = []
  readonly #snapshots = new Map<string, () => unknown>()
  readonly #sockets = new Set<FakeSocket>()
  readonly #seqs = new Map<string, number>()

  /** Sets what a call is answered from now on. */
  reply<C extends Call>(call: C, reply: Reply<C>): void {
    this.#replies.set(call, reply as unknown as Reply<Call>)
  }

  /** What the page sent with each call of this name, in order. */
  requests<C extends Call>(call: C): Request<C>[] {
    return this.#requests.filter((one) => one.call === call).map(({ request }) => request as unknown as Request<C>)
  }

  /** What a call is answered, without a request of the page. */
  answer<C extends Call>(call: C): ReplyOf<C> | Promise<ReplyOf<C>> {
    return this.#replies.get(call)!({ params: {}, query: {}, body: {}, key: null } as never) as ReplyOf<C>
  }

  /** Sets the state that subscribers of a destination get first; without one it is null, and none where that cannot be. */
  snapshot<D extends Destination>(destination: D, data: () => Extract<EventOf<D>, { event: 'SNAPSHOT' }>['data']) {
    this.#snapshots.set(destination, data)
  }

  /** Sends an event to whoever has subscribed. */
  publish<D extends Destination, E extends EventOf<D>['event'] & string>(
    destination: D,
    event: E,
    data: Extract<EventOf<D>, { event: E }>['data'],
  ): void {
    this.#send(destination, event, data, (socket, body) => socket.message(destination, body))
  }

  /** Stands in for `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), location.origin)
    const method = init.method ?? 'GET'
    const route = routes.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(url.pathname))
    if (!route) return this.#fail(`${method} ${url.pathname} is no call of the contract`)
    const { call, endpoint, pattern, names } = route
    const values = pattern.exec(url.pathname)!.slice(1)
    const { siteInfoId: _, ...query } = Object.fromEntries(url.searchParams)
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body))
    const wrong = faultOf(endpoint.query, query) ?? faultOf(endpoint.body, body)
    if (wrong !== null) return this.#fail(`${call} was sent with what the contract refuses: ${wrong}`)
    const request = {
      params: Object.fromEntries(names.map((name, place) => [name, values[place]])),
      query,
      body,
      key: new Headers(init.headers).get('idempotency-key'),
    } as unknown as Request<Call>
    this.#requests.push({ call, request })
    const reply = this.#replies.get(call)
    if (!reply) return this.#fail(`no reply to ${call} ${JSON.stringify(query)}`)
    try {
      const answer = await reply(request)
      const fault = faultOf(endpoint.response, answer)
      if (fault !== null) return this.#fail(`the reply to ${call} is not of the contract: ${fault}`)
      return Response.json(answer)
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.body, { status: error.status })
      throw error
    }
  }

  /** Stands in for `WebSocket`. */
  openSocket(url: string): FakeSocket {
    const socket = new FakeSocket(url, (subscriber, destination) => {
      const snapshot = this.#snapshots.get(destination)
      // The page before lets go of its topics only half a second after it has closed.
      if (!snapshot && faultOf(schemaOf(destination, 'SNAPSHOT'), null) !== null) return
      const data = snapshot?.() ?? null
      this.#send(destination, 'SNAPSHOT', data, (_, body) => subscriber(body))
    })
    this.#sockets.add(socket)
    return socket
  }

  /** Loses every connection of the live channel. */
  cut(): void {
    for (const socket of this.#sockets) socket.close()
    this.#sockets.clear()
  }

  #send(destination: string, event: string, data: unknown, deliver: (socket: FakeSocket, body: string) => void) {
    const schema = schemaOf(destination, event)
    const fault = schema === undefined ? 'it is not declared' : faultOf(schema, data)
    if (fault !== null) this.problems.push(`${event} of ${destination} is not of the contract: ${fault}`)
    const isNumbered = destination.startsWith('/user/queue/') && !/cross|pong/.test(destination)
    const last = this.#seqs.get(destination) ?? 0
    const seq = isNumbered ? (event === 'SNAPSHOT' ? last : last + 1) : null
    if (seq !== null) this.#seqs.set(destination, seq)
    const body = JSON.stringify({ event, epoch: 1, seq, ts: Date.now(), data })
    if (event === 'SNAPSHOT') return deliver(null as never, body)
    for (const socket of this.#sockets) deliver(socket, body)
  }

  #fail(problem: string): Response {
    this.problems.push(problem)
    return Response.json({ code: 'NOT_FOUND', message: problem, params: {} }, { status: 404 })
  }
}

/** The schema of an event, if the contract has it. */
function schemaOf(destination: string, event: string): Endpoint['response'] | undefined {
  const declared = Object.entries(destinations).find(([pattern]) => matches(pattern, destination))?.[1]
  return (declared as Record<string, Endpoint['response']> | undefined)?.[event]
}

const matches = (pattern: string, destination: string) =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(destination)

/** Why a value is not of its schema; null where it is, or where there is none. */
function faultOf(schema: Endpoint['response'] | undefined, value: unknown): string | null {
  const parsed = schema?.safeParse(value)
  return parsed === undefined || parsed.success ? null : parsed.error.message
}
