using System;
using System.Collections.Generic;

namespace Orchard.Model
{
    [DataContract(Name = "OldTree")]
    public partial class OldTree : IEquatable<OldTree>
    {
        [DataMember(Name = "name")]
        public string Name { get; set; }

        [DataMember(Name = "felled")]
        public DateTime Felled { get; set; }
    }
}
