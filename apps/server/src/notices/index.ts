// What a member has to hear of, whoever did it: written with the fact, told once by message, pushes and mail.
export { askNotice, type Notice, noticeOf } from './notice.ts'
export { noticeText } from './texts.ts'
