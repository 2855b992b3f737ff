import type { ConfigScope } from '@maru/contract'
import type { NamedKey } from './named.ts'
import { t } from './texts.ts'

/** Under which heads the numbers of a whole site stand; what no head names comes last. */
const heads: Readonly<Partial<Record<ConfigScope, readonly (readonly [head: string, keys: readonly string[]])[]>>> = {
  site: [
    [
      t('groupRisk'),
      [
        'maxDayExposure',
        'futuresWarnPpm',
        'futuresCalmPpm',
        'overseaLosscutPpm',
        'overseaWarnPpm',
        'overseaCalmPpm',
        'binaryTickPpm',
        'isYoungCapped',
        'youngDays',
        'youngMaxLeverage',
        'isReleaseHalved',
        'isSessionEndHalved',
        'halvingLeadMs',
        'halvingTailMs',
      ],
    ],
    [t('groupProtection'), ['limitRiseWaitMs', 'exclusionMinMonths', 'realityCheckMs']],
    [t('groupApproval'), ['deskApprovalMs', 'stopConfirmMs', 'staffSessionMs', 'staffIdleMs', 'staffProofMs']],
    [
      t('groupSignIn'),
      [
        'signInTries',
        'signInLockMs',
        'sessionMs',
        'sessionIdleMs',
        'mostSessions',
        'codeMs',
        'codeTries',
        'codeResendMs',
        'codesAnHour',
      ],
    ],
    [t('groupRate'), ['signInsAMinute', 'refreshesAMinute', 'otpsAMinute', 'moneyAMinute', 'ordersASecond']],
    [
      t('groupSupport'),
      [
        'chatFromMinute',
        'chatToMinute',
        'chatWaitMs',
        'chatSilentMs',
        'chatDays',
        'inquiryAnswerMs',
        'inquiryCloseDays',
        'messageDays',
        'alertRestMs',
        'alertBackPpm',
      ],
    ],
    [
      t('groupPartner'),
      [
        'partnerDepth',
        'partnerFeeCapPpm',
        'partnerRollCapPpm',
        'isPartnerLossOn',
        'partnerLossCapPpm',
        'partnerCutDays',
        'partnerCloseMinute',
      ],
    ],
    [
      t('groupCopy'),
      [
        'isCopyOn',
        'copySlipPpm',
        'copyLateMs',
        'copyCapNotional',
        'copySkipsToPause',
        'copyLeastBet',
        'copyMostBet',
        'copyMostRatio',
      ],
    ],
    [
      t('groupTrader'),
      [
        'traderMinDays',
        'traderMinEquity',
        'traderShareCapPpm',
        'traderPayDays',
        'traderLotsOption',
        'traderLots',
        'traderGapMs',
        'traderOrdersAnHour',
        'traderQuotaLow',
        'traderQuotaMiddle',
        'traderQuotaHigh',
      ],
    ],
    [t('groupDemo'), ['demoGrantWon', 'demoGrantUsdt']],
  ],
  money: [
    [t('groupDeposit'), ['depositMin', 'depositUnit', 'depositExpiryMs', 'holdMs', 'firstHoldMs', 'changeHoldMs']],
    [
      t('groupWithdrawal'),
      [
        'isWithdrawPaused',
        'withdrawMin',
        'withdrawUnit',
        'withdrawFee',
        'withdrawDayMax',
        'cancelWindowMs',
        'transferDayMax',
        'fourEyesFrom',
        'travelRuleFrom',
        'approvalMs',
        'flagWithdrawals',
        'sharedIpMs',
        'sharedIpMembers',
      ],
    ],
    [
      t('groupConvert'),
      [
        'convertSpreadPpm',
        'convertMovePpm',
        'convertDelayMs',
        'convertWaitMs',
        'quoteMs',
        'priceMaxAgeMs',
        'sourcesApartPpm',
        'convertMin',
        'convertDayMax',
        'convertNetMax',
      ],
    ],
    ['P2P', ['p2pAskMs', 'p2pPayMs', 'p2pAnswerMs', 'p2pLateMs', 'p2pMostUnpaid', 'p2pBlockMs']],
    [t('groupBonus'), ['bonusMultiple', 'bonusCapTimes', 'bonusLifeMs', 'bonusNetMs', 'bonusFeeTimes']],
    [t('groupCoin'), ['coins']],
  ],
}

interface Group {
  readonly head: string
  readonly keys: readonly NamedKey[]
}

/** The keys of a scope under their heads, each once. */
export function groupsOf(scope: ConfigScope, keys: readonly NamedKey[]): Group[] {
  const groups = (heads[scope] ?? []).map(([head, names]) => ({
    head,
    keys: names.flatMap((name) => keys.find(({ key }) => key === name) ?? []),
  }))
  const named = new Set(groups.flatMap((group) => group.keys))
  const rest = { head: t('groupOther'), keys: keys.filter((key) => !named.has(key)) }
  return [...groups, rest].filter((group) => group.keys.length > 0)
}
