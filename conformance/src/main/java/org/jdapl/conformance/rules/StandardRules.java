package org.jdapl.conformance.rules;

import java.util.List;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.rules.atm.AtmGroup;
import org.jdapl.conformance.rules.cap.CapGroup;
import org.jdapl.conformance.rules.cnc.CncGroup;
import org.jdapl.conformance.rules.cno.CnoGroup;
import org.jdapl.conformance.rules.con.ConGroup;
import org.jdapl.conformance.rules.dis.DisGroup;
import org.jdapl.conformance.rules.eps.EpsGroup;
import org.jdapl.conformance.rules.err.ErrGroup;
import org.jdapl.conformance.rules.evd.EvdGroup;
import org.jdapl.conformance.rules.fls.FlsGroup;
import org.jdapl.conformance.rules.hot.HotGroup;
import org.jdapl.conformance.rules.ia.IaGroup;
import org.jdapl.conformance.rules.imm.ImmGroup;
import org.jdapl.conformance.rules.jav.JavGroup;
import org.jdapl.conformance.rules.lif.LifGroup;
import org.jdapl.conformance.rules.lim.LimGroup;
import org.jdapl.conformance.rules.lmr.LmrGroup;
import org.jdapl.conformance.rules.prt.PrtGroup;
import org.jdapl.conformance.rules.pz.PzGroup;
import org.jdapl.conformance.rules.rdm.RdmGroup;
import org.jdapl.conformance.rules.rmr.RmrGroup;
import org.jdapl.conformance.rules.snd.SndGroup;
import org.jdapl.conformance.rules.spi.SpiGroup;
import org.jdapl.conformance.rules.srq.SrqGroup;
import org.jdapl.conformance.rules.svp.SvpGroup;
import org.jdapl.conformance.rules.udg.UdgGroup;
import org.jdapl.conformance.rules.wr.WrGroup;

/** The rules of the kit. */
public final class StandardRules {

    private StandardRules() {}

    /**
     * All rules, their tests and their mutants.
     *
     * @return a catalogue that fits together
     */
    public static RuleCatalogue catalogue() {
        return new RuleCatalogue(
                List.of(
                        IaGroup.GROUP,
                        PzGroup.GROUP,
                        LmrGroup.GROUP,
                        RmrGroup.GROUP,
                        EvdGroup.GROUP,
                        CnoGroup.GROUP,
                        EpsGroup.GROUP,
                        ConGroup.GROUP,
                        SvpGroup.GROUP,
                        SndGroup.GROUP,
                        WrGroup.GROUP,
                        RdmGroup.GROUP,
                        AtmGroup.GROUP,
                        ImmGroup.GROUP,
                        SrqGroup.GROUP,
                        UdgGroup.GROUP,
                        DisGroup.GROUP,
                        FlsGroup.GROUP,
                        PrtGroup.GROUP,
                        ErrGroup.GROUP,
                        HotGroup.GROUP,
                        LimGroup.GROUP,
                        CapGroup.GROUP,
                        JavGroup.GROUP,
                        LifGroup.GROUP,
                        CncGroup.GROUP,
                        SpiGroup.GROUP));
    }
}
