import type { SetAside } from "../../../electron/contract/history";
import { useCall } from "../api/use-call";
import { Notice } from "../ui/notice";
import { fileProblemWords, folderProblemWords } from "./history/file-problem";

/** What the person must know of DriveProof's own files before an inspection begins. */
export function DataNotices() {
  const [state] = useCall("dataState");
  if (state.status !== "ready") {
    return null;
  }
  const { keepingProblem, setAside, unlocked, powerCutFolderLeft } = state.value;
  return (
    <>
      {keepingProblem === null ? null : (
        <Notice severity="caution" title="Reports are not kept at the moment">
          <p>{folderProblemWords(keepingProblem)}</p>
          <p>
            You can inspect drives all the same. Save each report as a PDF or as data before you
            close DriveProof.
          </p>
        </Notice>
      )}
      {setAside.map((one) => (
        <Notice key={one.path} severity="info" title={asideTitles[one.what]}>
          <p>{fileProblemWords(one)}</p>
          <p>{asideWords(one)}</p>
          <p className="notice-detail mono history-path">{one.keptAs ?? one.path}</p>
        </Notice>
      ))}
      {powerCutFolderLeft === null ? null : (
        <Notice severity="caution" title="The plug test is removed, its folder is still there">
          <p>
            There is something in it that the plug test did not make, and that was left alone. Look
            into the folder, move what you need elsewhere and delete it yourself.
          </p>
          <p className="notice-detail mono history-path">{powerCutFolderLeft}</p>
        </Notice>
      )}
      {unlocked === null ? null : (
        <Notice severity="info" title="A second window would not be noticed">
          <p>
            Something lies where DriveProof notes that it is open. Do not open it twice. Remove or
            rename this, then open DriveProof again:
          </p>
          <p className="notice-detail mono history-path">{unlocked}</p>
        </Notice>
      )}
    </>
  );
}

const asideTitles: Readonly<Record<SetAside["what"], string>> = {
  "plug-test": "The notes of a plug test could not be read",
  "unfinished-inspections": "The notes of unfinished inspections could not be read",
};

function asideWords({ what, keptAs }: SetAside): string {
  if (keptAs === null) {
    return "It could not be moved out of the way either. Rename or move it, then open DriveProof again:";
  }
  return what === "plug-test"
    ? "It was kept under another name. If a plug test was under way, its files are still on its drive: choose that drive and “Plug test” to finish or remove it."
    : "It was kept under another name. Test files that an inspection may have left behind are not looked for now.";
}
