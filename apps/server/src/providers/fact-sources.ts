import { chargeNames, type ProviderName, type WebhookKind } from '@maru/provider-protocol'

/** The note of an event whose provider has no say in what it reports: nothing of it is taken over, and staff are alarmed. */
export const foreignFact = 'FACT_FOREIGN'

/** Who may report facts that do not go to the core, which judges those of money itself. */
const sources: Readonly<Partial<Record<WebhookKind, readonly ProviderName[]>>> = {
  identity: ['nice'],
  member: chargeNames,
}

/** Whether a provider may report a kind of fact here. */
export const mayReport = (provider: ProviderName, kind: WebhookKind): boolean =>
  sources[kind]?.includes(provider) ?? true
