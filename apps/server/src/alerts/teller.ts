import type { AlertSetting } from '@maru/contract'
import type { Language } from '@maru/contract/language'
import { DatabaseUnavailable } from '../database/index.ts'
import type { Deps } from '../deps.ts'
import { writeMessage } from '../messages/index.ts'
import type { Messages } from '../outgoing/index.ts'
import type { Tx } from '../ports.ts'
import type { PushStore } from './push-store.ts'
import { channelsFor } from './settings.ts'
import { mailOf, noteTold, settingOf } from './store.ts'
import { type AlertSubject, alertText, pageOf } from './texts.ts'

/** Something to tell a member, once. */
export interface Alert {
  readonly siteId: number
  readonly memberId: number
  readonly subject: AlertSubject
  /** What it is about: the same key is told once, also across restarts. */
  readonly key: string
  /** No device and mailbox hears of it after that; an hour later where it is not said. */
  readonly expiresAt?: number
  /** Done in the transaction that tells; false: there is nothing to tell any more. */
  readonly claim?: (tx: Tx, now: number) => Promise<boolean>
  /** Called once it is told. */
  readonly afterwards?: () => void
}

/** An alert, and when it happened. */
type Offered = Alert & { readonly at: number }

interface Parts {
  readonly messages: Messages
  readonly push: PushStore
  readonly siteOf: (siteId: number) => { readonly name: string; readonly language: Language } | null
}

/** What stands on the devices is of use for so long. */
const useMs = 3_600_000
/** What is told later than that says when it happened. */
const newsMs = 60_000
/** So many leave in one transaction. */
const mostAtOnce = 100
/** More than that waits only while the database is away: the oldest are dropped. */
const mostWaiting = 50_000
const retryMs = 1_000
const mostFailures = 3

/**
 * Writes alerts down for their channels, beside the core and its journal: the message in the member's box and what is to leave the house
 * are durable in the transaction that notes the alert as told.
 */
export class Teller {
  readonly #deps: Pick<Deps, 'db' | 'clocks' | 'ids' | 'log'>
  readonly #parts: Parts
  #waiting: Offered[] = []
  #running: Promise<void> | null = null
  #isStopped = false
  #wake: (() => void) | null = null

  constructor(deps: Pick<Deps, 'db' | 'clocks' | 'ids' | 'log'>, parts: Parts) {
    this.#deps = deps
    this.#parts = parts
  }

  /** Tells soon; nobody waits for it. */
  offer(alert: Alert): void {
    if (this.#isStopped) return
    this.#waiting.push({ ...alert, at: this.#deps.clocks.wall() })
    if (this.#waiting.length > mostWaiting) {
      this.#waiting = this.#waiting.slice(-mostWaiting / 2)
      this.#deps.log.error('alerts wait for the database, and the oldest were dropped')
    }
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  /** Everything offered so far is told. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake?.()
    await this.#running
  }

  async #run(): Promise<void> {
    // Those of one turn leave together.
    await new Promise(setImmediate)
    let failures = 0
    while (this.#waiting.length > 0 && !this.#isStopped) {
      // After a failure one at a time: a fault of one alert is not the others'.
      const some = this.#waiting.splice(0, failures === 0 ? mostAtOnce : 1)
      try {
        await this.#deps.db.system((tx) => this.#write(tx, some))
        failures = 0
        this.#parts.messages.wake()
        for (const { afterwards } of some) afterwards?.()
      } catch (error) {
        failures += 1
        const isGivenUp = failures > mostFailures && !(error instanceof DatabaseUnavailable)
        this.#deps.log.error({ err: error, isGivenUp }, 'alerts were not written')
        if (isGivenUp) failures = 1
        else this.#waiting.unshift(...some)
        await this.#pause()
      }
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      setTimeout(resolve, retryMs).unref()
    })
  }

  async #write(tx: Tx, alerts: readonly Offered[]): Promise<void> {
    const now = this.#deps.clocks.wall()
    for (const alert of alerts) {
      const { siteId, memberId, key } = alert
      const site = this.#parts.siteOf(siteId)
      if (site === null) continue
      if (alert.claim !== undefined && !(await alert.claim(tx, now))) continue
      if (!(await noteTold(tx, siteId, memberId, key, now))) continue
      const setting = await settingOf(tx, siteId, memberId)
      await this.#tell(tx, alert, { site, setting, now })
    }
  }

  /** Asks for its pushes and mail, and puts it into the member's box, which shows it on open pages. */
  async #tell(
    tx: Tx,
    { siteId, memberId, subject, key, at, expiresAt = at + useMs }: Offered,
    {
      site,
      setting,
      now,
    }: {
      readonly site: NonNullable<ReturnType<Parts['siteOf']>>
      readonly setting: AlertSetting
      readonly now: number
    },
  ): Promise<void> {
    const { messages, push } = this.#parts
    const { title, text } = alertText(subject, site.language, now - at > newsMs ? at : null)
    const channels = channelsFor(setting, subject.kind, now)
    if (channels.has('push')) {
      const said = JSON.stringify({ title, text, url: pageOf(subject), tag: key })
      for (const { id, service } of await push.devicesOf(tx, siteId, memberId))
        await messages.write(tx, {
          siteId,
          kind: 'push',
          provider: service,
          to: String(id),
          subject: '',
          text: said,
          expiresAt,
        })
    }
    const to = channels.has('mail') ? await mailOf(tx, siteId, memberId) : null
    if (to !== null)
      await messages.write(tx, {
        siteId,
        kind: 'mail',
        to,
        subject: `[${site.name}] ${title}`,
        text: `[${site.name}] ${text}`,
        expiresAt,
      })
    if (channels.has('app'))
      await writeMessage(
        tx,
        {
          siteId,
          id: this.#deps.ids.next(),
          memberId,
          kind: subject.kind,
          title,
          content: text,
          link: pageOf(subject),
          createdBy: null,
        },
        now,
      )
  }
}
