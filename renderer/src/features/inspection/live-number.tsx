/** A quiet number beside the charts; `null` while it is not known. */
export function LiveNumber({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="card inspection-number">
      <dt className="small quiet">{name}</dt>
      <dd className="figure">
        {value ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="hidden-visually">not known yet</span>
          </>
        )}
      </dd>
    </div>
  );
}
