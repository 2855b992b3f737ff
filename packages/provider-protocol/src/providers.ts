/** Those with which a member has an account, from which they take charges. */
export const chargeNames = [
  'paykiwoom',
  'dh-safety',
  'paycoin',
  'bitdex',
  'bitshop',
  'gluwa',
  'onepay',
  'codepay',
] as const

/** The providers of the platform. Each speaks the one protocol; what differs is what is asked of it. */
export const providerNames = ['bank', 'coin', ...chargeNames, 'p2p', 'nice', 'sms'] as const
export type ProviderName = (typeof providerNames)[number]

export const isProviderName = (name: string): name is ProviderName =>
  (providerNames as readonly string[]).includes(name)
