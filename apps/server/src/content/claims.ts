/** Promises of profit, in the words that advertisements use; what denies one ("원금을 보장하지 않습니다") is none. */
const denied = '(?![^.!?]{0,20}(?:않|아니|아닙|없|못))'
const claims = new RegExp(
  [
    `(?:원금|수익|이익|고수익)(?:을|를|이|은)?\\s*(?:\\d+\\s*%\\s*)?(?:보장|확정)${denied}`,
    `(?:보장|확정)(?:된|되는)?\\s*(?:수익|이익)${denied}`,
    '손실\\s*(?:이|은|걱정)?\\s*없(?:이|는|음|습니다|어요)',
    '(?:무조건|반드시)\\s*(?:수익|이익|벌|오)',
    '무위험',
    'guaranteed\\s+(?:profit|return|income|win)s?',
    '(?<!not\\s)risk[\\s-]free',
  ].join('|'),
  'i',
)

/** What in a text promises profit; null: nothing does. No offer of the house may. */
export const claimIn = (text: string): string | null => claims.exec(text.normalize('NFC'))?.[0] ?? null
