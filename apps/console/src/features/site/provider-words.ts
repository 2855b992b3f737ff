import { t } from './texts.ts'

/** What each provider is called. */
export const providerNames: Readonly<Record<string, string>> = {
  bank: t('bank'),
  coin: t('doWallet'),
  paykiwoom: t('paykium'),
  'dh-safety': t('dh'),
  paycoin: t('paycoin'),
  bitdex: t('bitdex'),
  bitshop: t('bitshop'),
  gluwa: t('gluwa'),
  onepay: t('onepay'),
  codepay: t('codepay'),
  p2p: 'P2P',
  nice: t('nice'),
  sms: t('smsGate'),
}
