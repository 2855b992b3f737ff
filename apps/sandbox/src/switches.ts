/** What the sandbox does wrong on purpose, for each provider. */
import { type ProviderName, providerNames } from '@maru/provider-protocol'
import { z } from 'zod'

/**
 * refuse: FAILED. silent: it happens, but no answer comes. broken: nothing happens, 500. slow: it happens, answered after the caller has
 * given up. unsigned: it happens, answered without signature.
 */
export const callModes = ['normal', 'refuse', 'silent', 'broken', 'slow', 'unsigned'] as const
/** The product waits ten seconds for an answer. */
export const slowMs = 12_000
/** late: ten times the delay. lost: never told, though it happened. amount: one unit more than it was. */
export const webhookModes = ['normal', 'twice', 'late', 'lost', 'unsigned', 'wrong-key', 'amount'] as const

export interface Switches {
  readonly calls: (typeof callModes)[number]
  readonly webhooks: (typeof webhookModes)[number]
  /** From a call to its outcome. */
  readonly delayMs: number
  /** Whether accounts and charges are paid without anybody pressing a button. */
  readonly paysItself: boolean
}

const normal: Switches = { calls: 'normal', webhooks: 'normal', delayMs: 3_000, paysItself: true }

export const SwitchesInput = z.object({
  calls: z.enum(callModes).optional(),
  webhooks: z.enum(webhookModes).optional(),
  delayMs: z.coerce.number().int().min(0).max(600_000).optional(),
  paysItself: z.coerce.boolean().optional(),
})

/** Mails are taken by SMTP, and by the same switches: refuse is 550, broken 451. */
export const playedNames = [...providerNames, 'mail'] as const
export type PlayedName = ProviderName | 'mail'

export class SwitchBoard {
  private readonly set = new Map<PlayedName, Switches>()

  of(provider: PlayedName): Switches {
    return this.set.get(provider) ?? normal
  }

  /** Changes what is named; without a provider for all of them. */
  change(provider: PlayedName | null, input: z.output<typeof SwitchesInput>): void {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    for (const name of provider === null ? playedNames : [provider]) this.set.set(name, { ...this.of(name), ...given })
  }
}
