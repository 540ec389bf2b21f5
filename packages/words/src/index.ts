export { actionsInWords, groupsInWords, permissionSentence } from './access/permission-words.ts'
export {
  actionInWords,
  didInWords,
  eventInWords,
  factsBesides,
  factTitle,
  isWordSearch,
} from './activities/action-words.ts'
export { changeInBrief, type Line, linesOf } from './activities/change-words.ts'
export { type DateInWords, datesInWords } from './activities/date-words.ts'
export { factInWords } from './activities/fact-words.ts'
export { parameterFacts } from './activities/parameter-facts.ts'
export { playedInWords } from './activities/played-words.ts'
export { reasonInWords } from './activities/reason-words.ts'
export { periodInWords, ruleInWords, yearsAndDays } from './activities/rule-words.ts'
export { subjectInWords } from './activities/subject-words.ts'
export { type Language, trailRow, type WholeEntry } from './activities/trail-row.ts'
export { valueInWords } from './activities/value-words.ts'
export { alertInWords, alertStateWords, isSilenced, type ToldAlert } from './alerts/alert-words.ts'
export { byteSize } from './byte-size.ts'
export { dayStyle } from './day-style.ts'
export { deviceStatusWords } from './devices/device-status-words.ts'
export type { FileCellKind, FileColumn, FileMessage, FileReader, FileTable, FileValue } from './files/file-table.ts'
export { chosenColumns, fileColumnIds, filesForPeople, opensMessages } from './files/files-for-people.ts'
export type { FindText, MessageId, TextValues, Translate } from './message.ts'
export { authorInWords } from './people/author-words.ts'
export { clockTime } from './recordings/clock-time.ts'
export { conversationNames, messageOfConversation } from './recordings/conversation-parties.ts'
export { receivedBeforeItsTime } from './recordings/device-clock-ahead.ts'
export { displayText } from './recordings/display-text.ts'
export { durationSeconds, otherStatedSeconds } from './recordings/duration-seconds.ts'
export { durationText } from './recordings/duration-text.ts'
export { namedNumbers, type Party, partiesOf, partyName, reportedParties } from './recordings/parties.ts'
export { payloadMarks } from './recordings/payload-marks.ts'
export { lacksImport, stateWords } from './recordings/state-words.ts'
