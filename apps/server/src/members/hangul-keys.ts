const initials = 'r R s e E f a q Q t T d w W c z x v g'.split(' ')
const vowels = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const finals = ' r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')
const first = 0xac00

/** What the keys of a Hangul text write on a Latin keyboard: 비밀번호 is qlalfqjsgh. Other characters stay. */
export const latinKeys = (text: string): string =>
  text.normalize('NFC').replace(/[가-힣]/g, (syllable) => {
    const index = syllable.charCodeAt(0) - first
    const ends = finals.length
    return `${initials[Math.floor(index / (vowels.length * ends))]}${vowels[Math.floor(index / ends) % vowels.length]}${finals[index % ends]}`
  })
