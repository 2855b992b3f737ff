import type { Bank } from '@maru/contract'

/** Institutions that hold deposits of the public, by their common code. */
const institutions: readonly (readonly [code: string, name: string])[] = [
  ['002', '산업은행'],
  ['003', '기업은행'],
  ['004', '국민은행'],
  ['007', '수협은행'],
  ['011', '농협은행'],
  ['012', '지역농축협'],
  ['020', '우리은행'],
  ['023', 'SC제일은행'],
  ['027', '한국씨티은행'],
  ['031', '아이엠뱅크'],
  ['032', '부산은행'],
  ['034', '광주은행'],
  ['035', '제주은행'],
  ['037', '전북은행'],
  ['039', '경남은행'],
  ['045', '새마을금고'],
  ['048', '신협'],
  ['050', '저축은행'],
  ['051', '기타 외국계은행'],
  ['052', '모간스탠리은행'],
  ['054', 'HSBC은행'],
  ['055', '도이치은행'],
  ['057', '제이피모간체이스은행'],
  ['058', '미즈호은행'],
  ['059', '엠유에프지은행'],
  ['060', 'BOA은행'],
  ['061', '비엔피파리바은행'],
  ['062', '중국공상은행'],
  ['063', '중국은행'],
  ['064', '산림조합중앙회'],
  ['065', '대화은행'],
  ['066', '교통은행'],
  ['067', '중국건설은행'],
  ['071', '우체국'],
  ['081', '하나은행'],
  ['088', '신한은행'],
  ['089', '케이뱅크'],
  ['090', '카카오뱅크'],
  ['092', '토스뱅크'],
  ['209', '유안타증권'],
  ['218', 'KB증권'],
  ['221', '상상인증권'],
  ['222', '한양증권'],
  ['223', '리딩투자증권'],
  ['224', 'BNK투자증권'],
  ['225', 'IBK투자증권'],
  ['227', '다올투자증권'],
  ['238', '미래에셋증권'],
  ['240', '삼성증권'],
  ['243', '한국투자증권'],
  ['247', 'NH투자증권'],
  ['261', '교보증권'],
  ['262', '하이투자증권'],
  ['263', '현대차증권'],
  ['264', '키움증권'],
  ['265', 'LS증권'],
  ['266', 'SK증권'],
  ['267', '대신증권'],
  ['269', '한화투자증권'],
  ['270', '하나증권'],
  ['271', '토스증권'],
  ['278', '신한투자증권'],
  ['279', 'DB금융투자'],
  ['280', '유진투자증권'],
  ['287', '메리츠증권'],
  ['288', '카카오페이증권'],
  ['290', '부국증권'],
  ['291', '신영증권'],
  ['292', '케이프투자증권'],
  ['294', '한국포스증권'],
  ['295', '우리투자증권'],
]

/** All banks; the id is the number of the code. */
export const banks: readonly Bank[] = institutions.map(([code, name]) => ({ id: Number(code), code, name }))

const names = new Map(institutions)
/** The name of a bank, or null where the code is none. */
export const bankName = (code: string): string | null => names.get(code) ?? null

/** What a bank account is hashed as, however its number is written. */
export const bankIdentity = (bankCode: string, number: string): string =>
  `BANK:${bankCode}:${number.replace(/\D/g, '')}`

/** Which banks a site offers: all but ids of these ranges, and only those with a code where it says so. */
export interface BankFilter {
  readonly exclude?: readonly (readonly [from: number, to: number])[]
  readonly only?: readonly string[]
}

/** The banks that a site offers. */
export const banksOf = ({ exclude = [], only }: BankFilter): Bank[] =>
  banks.filter(
    ({ id, code }) =>
      !exclude.some(([from, to]) => id >= from && id <= to) && (only === undefined || only.includes(code)),
  )

/** Every bank, and whether a site offers it. */
export function offeredBanks(filter: BankFilter) {
  const on = new Set(banksOf(filter).map(({ code }) => code))
  return banks.map(({ code, name }) => ({ code, name, isOn: on.has(code) }))
}

/** The filter that offers these banks alone; null where one of them is none, or none is left. */
export function bankFilterFor(codes: readonly string[]): { only?: string[] } | null {
  if (codes.length === 0 || codes.some((code) => !names.has(code))) return null
  const only = banks.flatMap(({ code }) => (codes.includes(code) ? [code] : []))
  return only.length === banks.length ? {} : { only }
}
