import type { ConfigKey, ConfigScope } from '@maru/contract'

/** Under which heads the numbers of a whole site stand; what no head names comes last. */
const heads: Readonly<Partial<Record<ConfigScope, readonly (readonly [head: string, keys: readonly string[]])[]>>> = {
  site: [
    [
      '위험',
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
      ],
    ],
    ['회원 보호', ['limitRiseWaitMs', 'exclusionMinMonths', 'realityCheckMs']],
    ['직원 승인', ['deskApprovalMs', 'stopConfirmMs', 'staffSessionMs', 'staffIdleMs', 'staffProofMs']],
    [
      '로그인 · 인증',
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
    ['호출 빈도', ['signInsAMinute', 'refreshesAMinute', 'otpsAMinute', 'moneyAMinute', 'ordersASecond']],
    ['모의 지급', ['demoGrantWon', 'demoGrantUsdt']],
  ],
  money: [
    ['입금', ['depositMin', 'depositUnit', 'depositExpiryMs', 'holdMs', 'firstHoldMs', 'changeHoldMs']],
    [
      '출금',
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
      '전환',
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
    ['보너스', ['bonusMultiple', 'bonusCapTimes', 'bonusLifeMs', 'bonusNetMs', 'bonusFeeTimes']],
    ['코인', ['coins']],
  ],
}

interface Group {
  readonly head: string
  readonly keys: readonly ConfigKey[]
}

/** The keys of a scope under their heads, each once. */
export function groupsOf(scope: ConfigScope, keys: readonly ConfigKey[]): Group[] {
  const groups = (heads[scope] ?? []).map(([head, names]) => ({
    head,
    keys: names.flatMap((name) => keys.find(({ key }) => key === name) ?? []),
  }))
  const named = new Set(groups.flatMap((group) => group.keys))
  const rest = { head: '그 밖', keys: keys.filter((key) => !named.has(key)) }
  return [...groups, rest].filter((group) => group.keys.length > 0)
}
