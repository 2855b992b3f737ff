/** What a text field lets in (specification 5). */
export type AllowedKind = 'email' | 'number' | 'number-dot' | 'number-dash' | 'username' | 'password'
/** What a text field keeps out. */
export type ExcludedKind = 'korean' | 'special' | 'special-digits' | 'digits'

export type Restriction = { allow: AllowedKind } | { exclude: ExcludedKind }

const allowed: Record<AllowedKind, RegExp> = {
  email: /^[A-Za-z0-9._%+@-]*$/,
  number: /^\d*$/,
  'number-dot': /^\d*(\.\d*)?$/,
  'number-dash': /^[\d-]*$/,
  username: /^[a-z0-9_-]*$/,
  // Any printable ASCII: the rules settle that a password is not cut to letters and digits.
  password: /^[\x20-\x7e]*$/,
}

const excluded: Record<ExcludedKind, RegExp> = {
  korean: /[\p{Script=Hangul}\s]/u,
  special: /[^\p{L}\p{N}]/u,
  'special-digits': /[^\p{L}]/u,
  // A person's name: letters, and what stands between its words, one at a time.
  digits: /[^\p{L} '’-]|^[ '’-]|[ '’-]{2}/u,
}

/** Is a text one that this field may hold? */
export const isAllowed = (value: string, restriction: Restriction): boolean =>
  'allow' in restriction ? allowed[restriction.allow].test(value) : !excluded[restriction.exclude].test(value)

/** The value after an input: what was typed where it is allowed, else the previous valid value. */
export const restrict = (typed: string, previous: string, restriction: Restriction): string =>
  isAllowed(typed, restriction) ? typed : previous
