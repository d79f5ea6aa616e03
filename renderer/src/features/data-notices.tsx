import { dataNoticesText, setAsideDetails, setAsideTitles } from "#text/screens/data-notices";
import { useCall } from "../api/use-call";
import { Notice } from "../ui/notice";
import { fileProblemWords, folderProblemWords } from "./history/file-problem";

/** Problems with DriveProof's own files, shown before an inspection begins. */
export function DataNotices() {
  const [state] = useCall("dataState");
  if (state.status !== "ready") {
    return null;
  }
  const { keepingProblem, setAside, unlocked, powerCutFolderLeft } = state.value;
  return (
    <>
      {keepingProblem === null ? null : (
        <Notice severity="caution" title={dataNoticesText.notKept()}>
          <p>{folderProblemWords(keepingProblem)}</p>
          <p>{dataNoticesText.notKeptDetail()}</p>
        </Notice>
      )}
      {setAside.map((one) => (
        <Notice key={one.path} severity="info" title={setAsideTitles[one.what]()}>
          <p>{fileProblemWords(one)}</p>
          <p>
            {one.keptAs === null ? dataNoticesText.notMovedAside() : setAsideDetails[one.what]()}
          </p>
          <p className="small quiet mono history-path">{one.keptAs ?? one.path}</p>
        </Notice>
      ))}
      {powerCutFolderLeft === null ? null : (
        <Notice severity="caution" title={dataNoticesText.folderLeft()}>
          <p>{dataNoticesText.folderLeftDetail()}</p>
          <p className="small quiet mono history-path">{powerCutFolderLeft}</p>
        </Notice>
      )}
      {unlocked === null ? null : (
        <Notice severity="info" title={dataNoticesText.unlocked()}>
          <p>{dataNoticesText.unlockedDetail()}</p>
          <p className="small quiet mono history-path">{unlocked}</p>
        </Notice>
      )}
    </>
  );
}
