using System;
using System.Collections.Generic;

namespace Orchard.Model
{
    [DataContract(Name = "OldTreeAllOf")]
    public partial class OldTreeAllOf : IEquatable<OldTreeAllOf>
    {
        [DataMember(Name = "felled")]
        public DateTime Felled { get; set; }
    }
}
