/** The providers of the platform. Each speaks the one protocol; what differs is what is asked of it. */
export const providerNames = [
  'bank',
  'coin',
  'paykiwoom',
  'dh-safety',
  'paycoin',
  'bitdex',
  'bitshop',
  'gluwa',
  'onepay',
  'codepay',
  'p2p',
  'nice',
  'sms',
] as const
export type ProviderName = (typeof providerNames)[number]

export const isProviderName = (name: string): name is ProviderName =>
  (providerNames as readonly string[]).includes(name)
