/** `npm run notice`: writes NOTICE.md. A unit test fails when it is out of date. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { noticeText } from './notice-text.mjs'

writeFileSync(path.join(import.meta.dirname, '../NOTICE.md'), noticeText())
