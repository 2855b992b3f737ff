import { t } from './texts.ts'

/** What each provider does, and what it is called. */
export const providerWords: Readonly<Record<string, readonly [work: string, name: string]>> = {
  bank: [t('doBank'), t('bank')],
  coin: [t('doCoin'), t('doWallet')],
  paykiwoom: [t('doCharge'), t('paykium')],
  'dh-safety': [t('doCharge'), t('dh')],
  paycoin: [t('doCharge'), t('paycoin')],
  bitdex: [t('doTrade'), t('bitdex')],
  bitshop: [t('doShop'), t('bitshop')],
  gluwa: [t('doQr'), t('gluwa')],
  onepay: [t('doDeposit'), t('onepay')],
  codepay: [t('doDeposit'), t('codepay')],
  p2p: [t('merchants'), 'P2P'],
  nice: [t('identity'), t('nice')],
  sms: [t('doSms'), t('smsGate')],
}
