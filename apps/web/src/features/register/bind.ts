import type { Restriction, TextField } from '@maru/ui'
import type { ComponentProps } from 'react'
import type { FieldName } from './form.ts'
import type { Register } from './use-register.ts'

type TextName = { [F in FieldName]: Register['form'][F] extends string ? F : never }[FieldName]

/** What each text field has in common: value, judgement when it is left, error and note. */
export function bind(register: Register, name: TextName, restriction?: Restriction) {
  return {
    name,
    value: register.form[name],
    onValue: (value: string) => register.set(name, value),
    onBlur: () => register.leave(name),
    error: register.errorOf(name),
    hint: register.noteOf(name),
    ...(restriction && { restriction }),
  } satisfies Partial<ComponentProps<typeof TextField>>
}

export const plain = { autoCapitalize: 'none', spellCheck: false } as const
