import type { Envelope } from '@maru/contract'
import type { Client, IMessage } from '@stomp/stompjs'
import { createGapDetector, type GapDetector } from './gap-detector.ts'
import { takeMessages } from './message-reader.ts'
import { createPing } from './ping.ts'
import { idle, type Link, type LinkEvent, retryDelayMs, step } from './reconnect.ts'

/** Who connects: a member by his token, or a guest, who gets topics only. */
export interface Credentials {
  readonly siteInfoId: number
  readonly member: { readonly username: string; readonly token: string } | null
}

/** Asks for credentials; given is the code by which the server refused the connection before, if it did. */
export type Ask = (lastRefusal: string | null) => Promise<Credentials | null>

export interface LivePorts {
  readonly url: string
  readonly host: string
  readonly monotonic: () => number
  /** A pong: its server time and when its ping left and it came. */
  readonly onPong: (serverTs: number, sentAt: number, receivedAt: number) => void
  /** Any message with a server time. */
  readonly onHeard: (serverTs: number) => void
  readonly onLink: (link: Link) => void
}

export interface Handle {
  readonly onMessage: (envelope: Envelope) => void
  /** Something may have been missed: load again what the messages only change. */
  readonly onReload?: () => void
}

/**
 * The one connection of the page. Subscriptions are counted: the first opens one, the last closes it a little later. One that joins after
 * the snapshot has it sent again, to all of them.
 */
export interface Connection {
  /** Connects at once, or with the first subscription if `onDemand` (a guest on a page without prices needs no socket). */
  start(credentials: Ask, options?: { readonly onDemand?: boolean }): void
  /** Ends the session on the channel; subscriptions stay and are opened again by the next start. */
  stop(): void
  subscribe(destination: string, handle: Handle): () => void
  /** The page came back from where it heard nothing: loads what it shows again, and finds out whether the socket still lives. */
  returned(): void
  wentOffline(): void
  cameOnline(): void
}

/** A subscription outlives its last handle by this, so that a change of page does not close and open it again. */
const lingerMs = 500
const connectTimeoutMs = 5_000
const heartbeatMs = 10_000
const pongQueue = '/user/queue/pong'

interface Topic {
  readonly handles: Set<Handle>
  gaps: GapDetector
  close: (() => void) | null
  linger: ReturnType<typeof setTimeout> | undefined
  /** The snapshot of this subscription has come: who joins now did not get it. */
  hasSnapshot: boolean
  /** The connection was lost since the last message: whatever came meanwhile is missing. */
  interrupted: boolean
}

export function createConnection(ports: LivePorts): Connection {
  const topics = new Map<string, Topic>()
  let link: Link = idle
  let client: Client | null = null
  let member = false
  let credentials: Ask | null = null
  let lastRefusal: string | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let pingSentAt = 0
  /** Counts the tries: one that was overtaken while it waited for a token must not open a socket of its own. */
  let attempt = 0

  /** A socket that is closing tells its end next; the browser complains of whatever is sent meanwhile. */
  const speaker = () => (client?.connected && client.webSocket?.readyState === WebSocket.OPEN ? client : null)

  const ping = createPing(
    () => {
      pingSentAt = ports.monotonic()
      speaker()?.publish({ destination: '/app/ping', body: '' })
    },
    () => drop(),
  )

  const dispatch = (event: LinkEvent) => {
    const next = step(link, event)
    const changed = next.link !== link
    link = next.link
    if (next.action === 'connect') void open()
    else if (next.action === 'wait') retry = setTimeout(() => dispatch('waited'), retryDelayMs)
    else if (next.action === 'close') shut()
    if (event === 'stop' || event === 'went-offline') clearTimeout(retry)
    if (changed) ports.onLink(link)
  }

  const open = async () => {
    shut()
    const mine = attempt
    const ask = credentials
    if (!ask) return
    // STOMP is loaded with the first connection: the sign-in page does without it.
    const [given, stomp] = await Promise.all([ask(lastRefusal), import('@stomp/stompjs')]).catch((error: unknown) => {
      console.error('live: not ready to connect', error)
      return [undefined, null] as const
    })
    if (mine !== attempt || link.kind !== 'connecting') return
    if (stomp === null) return dispatch('dropped')
    if (given === null) return dispatch('stop')
    member = given.member !== null
    const connectHeaders: Record<string, string> = {
      host: ports.host,
      siteInfoId: String(given.siteInfoId),
      // The reader below takes the prices of a beat as one message.
      prices: 'together',
      ...(given.member && { Authorization: `Bearer ${given.member.token}`, login: given.member.username }),
    }
    const versions = new stomp.Versions([stomp.Versions.V1_2])
    const opened = new stomp.Client({
      webSocketFactory: () =>
        takeMessages(new WebSocket(ports.url, versions.protocolVersions()), ({ subscription, body }) => {
          const topic = topics.get(subscription)
          if (client !== opened || !topic?.close) return false
          receive(topic, body)
          return true
        }),
      stompVersions: versions,
      connectHeaders,
      connectionTimeout: connectTimeoutMs,
      reconnectDelay: 0,
      heartbeatIncoming: heartbeatMs,
      heartbeatOutgoing: heartbeatMs,
    })
    // Only the client that is still in use may speak: one that was replaced or closed is silent.
    const current = (act: () => void) => () => {
      if (client === opened) act()
    }
    opened.onConnect = current(() => {
      lastRefusal = null
      dispatch('opened')
      for (const destination of topics.keys()) attach(destination)
      if (!member) return
      speaker()?.subscribe(pongQueue, onPong)
      ping.start()
    })
    opened.onStompError = (frame) => {
      if (client !== opened) return
      lastRefusal = frame.headers['message'] ?? null
      console.warn('live: refused', lastRefusal)
      drop()
    }
    opened.onWebSocketClose = current(() => drop())
    client = opened
    opened.activate()
  }

  const onPong = (message: IMessage) => {
    const data = parse(message.body)?.data
    if (typeof data !== 'object' || data === null || !('ts' in data) || typeof data.ts !== 'number') return
    ports.onPong(data.ts, pingSentAt, ports.monotonic())
    ping.pong()
  }

  /** Lets go of the socket without telling the machine. */
  const shut = () => {
    attempt += 1
    ping.stop()
    const closing = client
    client = null
    for (const topic of topics.values()) {
      if (topic.close) topic.interrupted = true
      topic.close = null
    }
    if (closing) void closing.deactivate({ force: true })
  }

  const drop = () => {
    shut()
    dispatch('dropped')
  }

  const attach = (destination: string) => {
    const topic = topics.get(destination)
    const socket = speaker()
    if (!topic || topic.close || !socket) return
    // Guests have no private queues; asking for one would cost them the connection.
    if (!member && destination.startsWith('/user/')) return
    // The destination as id: all clients name it alike, so the server frames a price once for all of them.
    const subscription = socket.subscribe(destination, ({ body }) => receive(topic, body), { id: destination })
    topic.close = () => {
      if (speaker()) subscription.unsubscribe()
    }
    topic.hasSnapshot = false
  }

  const receive = (topic: Topic, body: string) => {
    const envelope = parse(body)
    if (!envelope) return
    ports.onHeard(envelope.ts)
    if (envelope.event === 'SNAPSHOT') topic.hasSnapshot = true
    const continuity = topic.gaps.observe(envelope)
    // Uncounted topics cannot tell what was missed, so an interruption is reason enough.
    const reload = continuity === 'reload' || (topic.interrupted && envelope.seq === null)
    topic.interrupted = false
    if (continuity === 'repeated') return
    for (const handle of [...topic.handles]) handle.onMessage(envelope)
    if (reload) for (const handle of [...topic.handles]) handle.onReload?.()
  }

  return {
    start(given, { onDemand = false } = {}) {
      credentials = given
      if (!onDemand || topics.size > 0) dispatch('start')
    },
    stop() {
      credentials = null
      dispatch('stop')
      for (const topic of topics.values()) topic.gaps = createGapDetector()
    },
    subscribe(destination, handle) {
      const topic: Topic = topics.get(destination) ?? {
        handles: new Set(),
        gaps: createGapDetector(),
        close: null,
        linger: undefined,
        hasSnapshot: false,
        interrupted: false,
      }
      topics.set(destination, topic)
      clearTimeout(topic.linger)
      topic.handles.add(handle)
      if (topic.hasSnapshot) {
        topic.close?.()
        topic.close = null
      }
      if (link.kind === 'idle' && credentials) dispatch('start')
      else attach(destination)
      return () => {
        if (!topic.handles.delete(handle) || topic.handles.size > 0) return
        topic.linger = setTimeout(() => {
          topic.close?.()
          topics.delete(destination)
        }, lingerMs)
      }
    },
    returned() {
      ping.probe()
      for (const { handles } of topics.values()) for (const handle of handles) handle.onReload?.()
    },
    wentOffline: () => dispatch('went-offline'),
    cameOnline: () => dispatch('came-online'),
  }
}

function parse(text: string): Envelope | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && 'event' in body && 'epoch' in body && 'ts' in body)
      return body as Envelope
  } catch (error) {
    console.error('live: a message that is no JSON', error)
    return null
  }
  console.error('live: a message without envelope')
  return null
}
